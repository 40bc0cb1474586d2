import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { MIN_FREE_BYTES } from '#core/files/server/upload/admit-upload.ts';
import { extendSetupLink, isSetupLinkValid } from '#features/members/server/setup/setup-links.ts';
import type { BodyOf, ResponseOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { findFreeBytes, isDiskFull } from '#platform/server/files/free-bytes.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { RESTORE_PART_BYTES, type restoreEndpoints } from '../../contract/restore.ts';
import { isUnused } from '../sample/sample-content.ts';
import { restoreInSubprocess } from './restore-in-subprocess.ts';
import { completeRestore, isOnOneDisk, restorePaths } from './restored-folders.ts';
import { UnusableFileError } from './unpack-backup.ts';

/** Stops the server, runs `beforeClosing` before its database is closed, and starts the server again. */
export type Restart = (beforeClosing: () => Promise<void>) => Promise<void>;

export interface RestoreUploadOptions {
  /** Absent where the server cannot start itself again, as in development. Then nothing can be restored. */
  readonly restart?: Restart | undefined;
  /** The SHA-256 of the setup token by which this start's data was restored; null for every other start. */
  readonly restoredBy?: string | null;
  /** Ends a restore that is running when the server stops. */
  readonly signal?: AbortSignal;
  /** Restores the uploaded backup of the data folder. Defaults to a child process. */
  readonly restore?: typeof restoreInSubprocess;
  /** Free bytes on the disk of the folder. Defaults to what the disk says. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

type State = ResponseOf<typeof restoreEndpoints.restoreState>;
type ChosenFile = Omit<BodyOf<typeof restoreEndpoints.beginRestore>, 'token'>;

interface Part {
  readonly offset: number;
  readonly length: number;
  readonly body: ReadableStream<Uint8Array>;
}

// The upload, the unpacked files and the restored ones.
const COPIES = 3;
const chosenFile = z.object({ bytes: z.number(), modifiedAt: z.number() });
const FAILED = '백업을 복원하지 못했습니다. 서버 기록을 확인해 주세요.';

/**
 * Receives a downloaded backup in parts and replaces the site by it, while nobody has used the site. All of this needs the token of the
 * setup link. The file survives a restart of the server; what was written of a part that breaks off is kept.
 */
export const createRestoreUpload = (
  { db, env, clock, log }: Pick<Deps, 'db' | 'env' | 'clock' | 'log'>,
  {
    restart,
    restoredBy = null,
    signal = new AbortController().signal,
    restore = restoreInSubprocess,
    freeBytes = findFreeBytes,
  }: RestoreUploadOptions,
) => {
  const { dataDir, databaseUrl, storage } = env;
  const paths = restorePaths(dataDir);
  let isRestoring = false;
  let error: string | null = null;
  /** The part that is being received. */
  let receiving: { readonly aborter: AbortController; readonly ended: Promise<void> } | null = null;

  const findPossible = async (): Promise<boolean> =>
    restart !== undefined &&
    databaseUrl === undefined &&
    storage.kind === 'disk' &&
    (await isOnOneDisk(dataDir)) &&
    isUnused(db);

  const readFileState = async (): Promise<State['file']> => {
    try {
      const chosen = z.parse(chosenFile, JSON.parse(await readFile(paths.uploadState, 'utf8')));
      return { ...chosen, receivedBytes: (await stat(paths.upload)).size };
    } catch {
      return null;
    }
  };

  const assertSpace = async ({ bytes }: ChosenFile, receivedBytes: number): Promise<void> => {
    const missing = COPIES * bytes - receivedBytes + MIN_FREE_BYTES - (await freeBytes(dataDir));
    if (missing <= 0) return;
    const gigabytes = Math.ceil(missing / 1_000_000_000);
    throw appError('STORAGE_FULL', {
      message: `서버의 저장 공간이 ${gigabytes} GB 부족합니다. 공간을 확보한 뒤 다시 시도해 주세요.`,
    });
  };

  const receivePart = async ({ offset, length, body }: Part, partSignal: AbortSignal): Promise<void> => {
    const file = await readFileState();
    const isExpected =
      file?.receivedBytes === offset && length <= RESTORE_PART_BYTES && offset + length <= file.bytes;
    if (!isExpected || isRestoring) throw appError('UPLOAD_REFUSED');
    const target = createWriteStream(paths.upload, { flags: 'r+', start: offset, flush: true });
    try {
      await pipeline(Readable.fromWeb(body as never), target, { signal: partSignal });
    } catch (failure) {
      throw appError(isDiskFull(failure) ? 'STORAGE_FULL' : 'BAD_REQUEST');
    }
  };

  /** Makes the restored folders those of the next start. Throws when somebody has used the site meanwhile. */
  const complete = async (token: string): Promise<void> => {
    if (!(await isUnused(db))) throw new Error('the site has been used meanwhile');
    await completeRestore(dataDir, sha256Hex(token));
  };

  const run = async (token: string, passphrase: string): Promise<void> => {
    try {
      await restore(dataDir, passphrase, signal);
      await restart?.(() =>
        complete(token).catch((err: unknown) => log.error({ event: 'restore_failed', err })),
      );
    } catch (err) {
      error = err instanceof OperatorError ? err.message : FAILED;
      // An unusable file would fail again.
      if (err instanceof UnusableFileError) await rm(paths.folder, { recursive: true, force: true });
      if (!(err instanceof OperatorError)) log.error({ event: 'restore_failed', err });
    } finally {
      isRestoring = false;
    }
  };

  return {
    /** Without a valid link says only whether the token restored this start's data. Extends the link while the backup is being restored. */
    async readState(token: string): Promise<State> {
      const now = clock.now();
      const isRestored = sha256Hex(token) === restoredBy;
      if (isRestored || !(await isSetupLinkValid(db, token, now)))
        return { isRestored, isPossible: false, file: null, isRestoring: false, error: null };
      if (isRestoring) await extendSetupLink(db, token, now);
      return {
        isRestored,
        isPossible: await findPossible(),
        file: await readFileState(),
        isRestoring,
        error,
      };
    },

    /** Begins or continues an upload; resolves to the number of bytes that the server has. */
    async begin(token: string, chosen: ChosenFile): Promise<number> {
      await extendSetupLink(db, token, clock.now());
      if (!(await findPossible())) throw appError('NOT_FOUND');
      if (isRestoring) throw appError('UPLOAD_BUSY', { message: '백업을 복원하고 있습니다.' });
      receiving?.aborter.abort();
      await receiving?.ended;
      error = null;
      const file = await readFileState();
      const isSame = file?.bytes === chosen.bytes && file.modifiedAt === chosen.modifiedAt;
      const receivedBytes = isSame ? file.receivedBytes : 0;
      await assertSpace(chosen, receivedBytes);
      if (isSame) return receivedBytes;
      await rm(paths.folder, { recursive: true, force: true });
      await mkdir(paths.folder, { mode: 0o700 });
      await writeFile(paths.upload, '', { mode: 0o600 });
      await writeFile(paths.uploadState, JSON.stringify(chosen), { mode: 0o600 });
      return 0;
    },

    /** Appends a part to the file. What was written of a part that breaks off is kept. */
    async receive(token: string, part: Part): Promise<void> {
      await extendSetupLink(db, token, clock.now());
      if (receiving !== null) throw appError('UPLOAD_BUSY');
      const aborter = new AbortController();
      const received = receivePart(part, aborter.signal);
      const ended = received.catch(() => undefined).finally(() => (receiving = null));
      receiving = { aborter, ended };
      await received;
    },

    /** Begins to restore the complete file. `readState` tells how it ends. */
    async finish(token: string, passphrase: string): Promise<void> {
      await extendSetupLink(db, token, clock.now());
      const file = await readFileState();
      if (file === null || file.receivedBytes !== file.bytes) throw appError('UPLOAD_REFUSED');
      if (isRestoring || receiving !== null) throw appError('UPLOAD_BUSY');
      isRestoring = true;
      error = null;
      void run(token, passphrase);
    },
  };
};

export type RestoreUpload = ReturnType<typeof createRestoreUpload>;
