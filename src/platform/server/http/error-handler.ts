import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errors, AppError, appError, type ErrorBody } from '../../contract/errors.ts';
import { isUnavailable } from '../db/database-errors.ts';
import type { Log } from '../ports/log.ts';
import { createPlainPage } from './plain-page.ts';

const renderPage = createPlainPage(`
body {
  max-width: 30rem;
  margin: 20vh auto;
  padding: 0 1.5rem;
  font:
    16px/1.7 system-ui,
    sans-serif;
  word-break: keep-all;
}
h1 {
  font-size: 1.25rem;
}
a {
  display: inline-block;
  min-width: 44px;
  margin-right: 1rem;
  color: inherit;
  line-height: 44px;
}
`);

const NON_PAGE_PATHS = /^\/(?:api|assets|photos|uploads)\//;

/** Whether the request looks like a page navigation, which needs an HTML error page instead of JSON. */
const acceptsHtml = ({ req }: Context): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  !NON_PAGE_PATHS.test(req.path) &&
  req.header('accept')?.includes('text/html') === true;

/** Renders an error as an HTML page with links to retry and to the home page. */
const renderErrorPage = (context: Context, message: string, status: ContentfulStatusCode) =>
  renderPage(context, {
    title: '페이지를 표시할 수 없습니다',
    body: html`
      <main>
        <h1>페이지를 표시할 수 없습니다</h1>
        <p>${message}</p>
        <p><a href="">다시 시도</a> <a href="/">홈으로</a></p>
      </main>
    `,
    status,
  });

/** Removes the secret token of calendar feed URLs, so that it does not reach the log. */
const pathToLog = (path: string): string => path.replace(/^(\/api\/calendar\/).+$/, '$1…');

/**
 * Converts an error of the app to an HTTP response: JSON, or an HTML page for page requests. Errors other than `AppError` are
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
