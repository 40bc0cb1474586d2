import * as z from 'zod/mini';
import { memberDraft } from '#web/shell/forms/draft-store.ts';

export const answerDraftStore = (questionId: number) => memberDraft(`answer-${questionId}`, z.string());
