import * as z from 'zod/mini';
import { memberDraft } from '#web/members/tab-draft.ts';

/** The answer to this inquiry as typed so far. */
export const answerDraft = (questionId: number) => memberDraft(`answer-${questionId}`, z.string());
