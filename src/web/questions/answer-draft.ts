import * as z from 'zod/mini';
import { memberDraft } from '#web/members/tab-draft.ts';

export const answerDraft = (questionId: number) => memberDraft(`answer-${questionId}`, z.string());
