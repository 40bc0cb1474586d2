import { refuse } from '#contract/errors.ts';
import type { Refusal } from '#contract/errors.ts';

export const refusePhoto = (message: string): Refusal =>
  refuse('INVALID_INPUT', { message, fields: { file: message } });
