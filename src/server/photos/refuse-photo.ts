import { refuse } from '#contract/errors.ts';
import type { Refusal } from '#contract/errors.ts';

/** Refuses (400) what was uploaded, in the words for its file. */
export const refusePhoto = (message: string): Refusal =>
  refuse('INVALID_INPUT', { message, fields: { file: message } });
