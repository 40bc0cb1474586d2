import { uploadFile } from '#core/files/web/upload-file.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { RESTORE_PART_BYTES, RESTORE_PART_PATH, restoreEndpoints } from '../../contract/restore.ts';

const { beginRestore, restore, restoreState } = restoreEndpoints;

/** Codes of errors after which the request is not repeated. */
const FINAL_CODES: ReadonlySet<string> = new Set(['SETUP_LINK_INVALID', 'STORAGE_FULL', 'NOT_FOUND']);
const isFinal = (error: unknown): boolean => !(error instanceof ApiError) || FINAL_CODES.has(error.code);

/** Shown when the server neither restores nor says why it failed: usually it started again, and then it has printed a new link. */
const INTERRUPTED = '복원하는 동안 서버가 다시 시작되었습니다. 서버가 표시한 새 링크로 열어 주세요.';
const MAX_FAILURES = 10;
const MAX_PAUSE_MS = 30_000;
const POLL_MS = 3_000;

const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await new Promise((resolve) => void setTimeout(resolve, milliseconds));
  signal.throwIfAborted();
};

export type Progress =
  | { readonly step: 'sending'; readonly sent: number; readonly isInterrupted: boolean }
  | { readonly step: 'restoring' }
  | { readonly step: 'restored' };

interface Sending {
  readonly token: string;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** Sends what the server does not have yet. Resolves when it has everything. */
const sendRest = async (
  file: File,
  { token, onProgress, signal }: Sending,
  onPart: () => void,
): Promise<void> => {
  const body = { token, bytes: file.size, modifiedAt: file.lastModified };
  let offset = (await browserApi.call(beginRestore, { body })).receivedBytes;
  const show = (sent: number): void => onProgress({ step: 'sending', sent, isInterrupted: false });
  while (offset < file.size) {
    show(offset);
    const begin = offset;
    const part = file.slice(begin, begin + RESTORE_PART_BYTES);
    const target = {
      signedUrl: `${RESTORE_PART_PATH}?offset=${begin}`,
      headers: { authorization: `Bearer ${token}` },
    };
    await uploadFile(part, target, (bytes) => show(begin + bytes), signal);
    offset += part.size;
    onPart();
  }
};

/** Sends a file in parts and, after an interruption, from where the server stopped receiving. */
const send = async (file: File, sending: Sending): Promise<void> => {
  let sent = 0;
  const onProgress: Sending['onProgress'] = (progress) => {
    if (progress.step === 'sending') sent = progress.sent;
    sending.onProgress(progress);
  };
  for (let failures = 0; ; failures += 1) {
    try {
      await sendRest(file, { ...sending, onProgress }, () => (failures = 0));
      return;
    } catch (error) {
      if (isFinal(error) || failures === MAX_FAILURES || sending.signal.aborted) throw error;
      sending.onProgress({ step: 'sending', sent, isInterrupted: true });
      await pause(Math.min(1_000 * 2 ** failures, MAX_PAUSE_MS), sending.signal);
    }
  }
};

/** Waits until the server has started again with the backup. Throws `ApiError` when the backup was not restored. */
const waitUntilRestored = async ({ token, signal }: Sending): Promise<void> => {
  while (true) {
    await pause(POLL_MS, signal);
    try {
      const { isRestored, isRestoring, error } = await browserApi.call(restoreState, { body: { token } });
      if (isRestored) return;
      if (!isRestoring) throw new ApiError(400, { code: 'NOT_FOUND', message: error ?? INTERRUPTED });
    } catch (error) {
      // Usually the server does not answer while it starts again.
      if (isFinal(error)) throw error;
    }
  }
};

/** Sends a downloaded backup and restores it. Throws `ApiError`, unless `signal` is aborted. */
export const restoreByUpload = async (file: File, passphrase: string, sending: Sending): Promise<void> => {
  const { token, onProgress } = sending;
  await send(file, sending);
  onProgress({ step: 'restoring' });
  await browserApi.call(restore, { body: { token, passphrase } });
  await waitUntilRestored(sending);
  onProgress({ step: 'restored' });
};
