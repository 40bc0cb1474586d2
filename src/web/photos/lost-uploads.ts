import * as z from 'zod/mini';
import { tabDraft } from '#web/members/tab-draft.ts';
import { isOver } from './upload-queue.ts';
import type { Upload } from './upload-queue.ts';

const lostUploads = z.object({ done: z.number(), names: z.array(z.string()) });
type LostUploads = z.output<typeof lostUploads>;

// Files themselves cannot be kept: they have to be chosen again after the login.
const draft = tabDraft('lost-uploads', lostUploads);
const NAMED = 10;

/** What a queue that ends now leaves undone; null when that is nothing. */
export const listLost = (uploads: readonly Upload[]): LostUploads | null => {
  const names = uploads.filter((upload) => !isOver(upload)).map(({ name }) => name);
  const done = uploads.filter(({ state }) => state === 'done').length;
  return names.length === 0 ? null : { done, names };
};

export const tellLost = ({ done, names }: LostUploads): string => {
  const through = done > 0 && `${done}장은 업로드했습니다.`;
  const rest = names.length - NAMED;
  const listed = names.slice(0, NAMED).join(', ') + (rest > 0 ? ` 외 ${rest}장` : '');
  const again = `다음 ${names.length}장은 업로드되지 않았을 수 있으니 다시 선택해 주세요: ${listed}`;
  return ['로그인이 만료되어 업로드가 중단되었습니다.', through, again].filter(Boolean).join(' ');
};

/** The session ended under these: their admin is told after the next login. */
export const keepLost = (uploads: readonly Upload[]): void => {
  const lost = listLost(uploads);
  if (lost !== null) draft.keep(lost);
};

export const readLost = (): string => {
  const lost = draft.read();
  return lost === null ? '' : tellLost(lost);
};

export const dropLost = (): void => draft.drop();
