import * as z from 'zod/mini';
import { sessionDraft } from '#web/shell/forms/draft-store.ts';
import { isCompleted } from './upload-queue.ts';
import type { Upload } from './upload-queue.ts';

const interruptedUploads = z.object({ done: z.number(), names: z.array(z.string()) });
type InterruptedUploads = z.output<typeof interruptedUploads>;

// Files cannot be stored, so they have to be chosen again after the login.
const draft = sessionDraft('lost-uploads', interruptedUploads);
const MAX_NAMED_FILES = 10;

/** The unfinished uploads of a queue; null when there are none. */
export const listInterrupted = (uploads: readonly Upload[]): InterruptedUploads | null => {
  const names = uploads.filter((upload) => !isCompleted(upload)).map(({ name }) => name);
  const done = uploads.filter(({ state }) => state === 'done').length;
  return names.length === 0 ? null : { done, names };
};

export const formatInterrupted = ({ done, names }: InterruptedUploads): string => {
  const through = done > 0 && `${done}장은 업로드했습니다.`;
  const rest = names.length - MAX_NAMED_FILES;
  const listed = names.slice(0, MAX_NAMED_FILES).join(', ') + (rest > 0 ? ` 외 ${rest}장` : '');
  const again = `다음 ${names.length}장은 업로드되지 않았을 수 있으니 다시 선택해 주세요: ${listed}`;
  return ['로그인이 만료되어 업로드가 중단되었습니다.', through, again].filter(Boolean).join(' ');
};

/** Stores the uploads interrupted by the end of the session, to be shown after the next login. */
export const saveInterrupted = (uploads: readonly Upload[]): void => {
  const lost = listInterrupted(uploads);
  if (lost !== null) draft.save(lost);
};

export const readInterrupted = (): string => {
  const lost = draft.read();
  return lost === null ? '' : formatInterrupted(lost);
};

export const clearInterrupted = (): void => draft.clear();
