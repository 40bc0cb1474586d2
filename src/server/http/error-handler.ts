import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errors, AppError, appError, type ErrorBody } from '#contract/errors.ts';
import { isUnavailable } from '#server/db/database-errors.ts';
import type { Log } from '#server/ports/log.ts';
import { renderErrorPage, acceptsHtml } from './error-page.ts';

/** Removes the secret token of calendar feed URLs, so that it does not reach the log. */
const pathToLog = (path: string): string => path.replace(/^(\/api\/calendar\/).+$/, '$1…');

/**
 * Converts every error of the app to an HTTP response: JSON, or an HTML page for page requests. Errors other than `AppError` are
 * logged, and their cause is not revealed to the client.
 */
export const handleError = (context: Context, error: unknown, log: Log): Response | Promise<Response> => {
  const publicError =
    error instanceof AppError
      ? error
      : isUnavailable(error)
        ? appError('UNAVAILABLE', { retryAfter: 1 })
        : appError('INTERNAL');
  if (!(error instanceof AppError))
    log.error({ err: error, path: pathToLog(context.req.path) }, 'request failed');
  const status = errors[publicError.code].status satisfies ContentfulStatusCode;
  context.header('cache-control', 'no-store');
  if (publicError.retryAfter !== undefined)
    context.header('retry-after', String(Math.ceil(publicError.retryAfter)));
  if (acceptsHtml(context)) return renderErrorPage(context, publicError.message, status);
  const body: ErrorBody = { message: publicError.message, code: publicError.code };
  if (publicError.fields !== undefined) body.fields = publicError.fields;
  return context.json(body, status);
};
