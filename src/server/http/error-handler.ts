import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errors, AppError, appError } from '#contract/errors.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { isUnavailable } from '#server/db/database-errors.ts';
import type { Log } from '#server/ports/log.ts';
import { renderErrorPage, acceptsHtml } from './error-page.ts';

/** The calendar feed's URL is a secret, so it is not logged. */
const pathToLog = (path: string): string => path.replace(/^(\/api\/calendar\/).+$/, '$1…');

/** Turns errors into HTTP responses. Unexpected errors are logged, and their responses reveal no details. */
export const handleError = (context: Context, error: unknown, log: Log): Response | Promise<Response> => {
  const refusal =
    error instanceof AppError
      ? error
      : isUnavailable(error)
        ? appError('UNAVAILABLE', { retryAfter: 1 })
        : appError('INTERNAL');
  if (!(error instanceof AppError))
    log.error({ err: error, path: pathToLog(context.req.path) }, 'request failed');
  const status = errors[refusal.code].status satisfies ContentfulStatusCode;
  context.header('cache-control', 'no-store');
  if (refusal.retryAfter !== undefined) context.header('retry-after', String(Math.ceil(refusal.retryAfter)));
  if (acceptsHtml(context)) return renderErrorPage(context, refusal.message, status);
  const body: ErrorBody = { message: refusal.message, code: refusal.code };
  if (refusal.fields !== undefined) body.fields = refusal.fields;
  return context.json(body, status);
};
