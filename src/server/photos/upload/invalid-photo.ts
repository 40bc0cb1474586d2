import { appError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';

export const invalidPhoto = (message: string): AppError =>
  appError('INVALID_INPUT', { message, fields: { file: message } });
