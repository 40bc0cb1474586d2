import { appError, type AppError } from '#contract/errors.ts';

export const invalidPhoto = (message: string): AppError =>
  appError('INVALID_INPUT', { message, fields: { file: message } });
