import * as z from 'zod/mini';
import { sessionDraft } from '#platform/web/client/forms/draft-store.ts';
import { formatNames } from './upload-labels.ts';
import { isCompleted, type Upload } from './upload.ts';

const interruptedUploads = z.object({ done: z.number(), names: z.array(z.string()) });
type InterruptedUploads = z.output<typeof interruptedUploads>;

// Of the files only the names are stored, so the admin has to choose them again after the login.
const draft = sessionDraft('lost-uploads', interruptedUploads);

/** Lists the names of uploads that are not completed and counts those that are done; null when all are completed. */
export const listInterrupted = (uploads: readonly Upload[]): InterruptedUploads | null => {
  const names = uploads.filter((upload) => !isCompleted(upload)).map(({ name }) => name);
  const done = uploads.filter(({ state }) => state === 'done').length;
  return names.length === 0 ? null : { done, names };
};

export const formatInterrupted = ({ done, names }: InterruptedUploads): string => {
  const completedText = done > 0 && `${done}장은 업로드했습니다.`;
  const interruptedText = `다음 ${names.length}장은 업로드되지 않았을 수 있으니 다시 선택해 주세요: ${formatNames(names)}`;
  return ['로그인이 만료되어 업로드가 중단되었습니다.', completedText, interruptedText]
    .filter(Boolean)
    .join(' ');
};

/** Called when the page is left without a session. The list is shown when this tab opens the page again. */
export const saveInterrupted = (uploads: readonly Upload[]): void => {
  const interrupted = listInterrupted(uploads);
  if (interrupted !== null) draft.save(interrupted);
};

export const readInterrupted = (): string => {
  const interrupted = draft.read();
  return interrupted === null ? '' : formatInterrupted(interrupted);
};

export const clearInterrupted = (): void => draft.clear();
