import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errors, Refusal, refuse } from '#contract/errors.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { isUnavailable } from '#server/db/errors.ts';
import type { Log } from '#server/log.ts';
import { answerRefusalPage, asksForPage } from './refusal-page.ts';

/** The address of the studio's calendar is its key: it stays out of the log. */
const pathToLog = (path: string): string => path.replace(/^(\/api\/calendar\/).+$/, '$1…');

/** The one place where an error becomes HTTP. Faults are logged and never say why. */
export const answerError = (context: Context, error: unknown, log: Log): Response | Promise<Response> => {
  const refusal =
    error instanceof Refusal
      ? error
      : isUnavailable(error)
        ? refuse('UNAVAILABLE', { retryAfter: 1 })
        : refuse('INTERNAL');
  if (!(error instanceof Refusal))
    log.error({ err: error, path: pathToLog(context.req.path) }, 'request failed');
  const status = errors[refusal.code].status satisfies ContentfulStatusCode;
  context.header('cache-control', 'no-store');
  if (refusal.retryAfter !== undefined) context.header('retry-after', String(Math.ceil(refusal.retryAfter)));
  if (asksForPage(context)) return answerRefusalPage(context, refusal.message, status);
  const body: ErrorBody = { message: refusal.message, code: refusal.code };
  if (refusal.fields !== undefined) body.fields = refusal.fields;
  return context.json(body, status);
};
