import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
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

/** Whether the request is a page navigation, which needs an HTML error page instead of JSON. */
export const acceptsHtml = ({ req }: Context): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  !NON_PAGE_PATHS.test(req.path) &&
  req.header('accept')?.includes('text/html') === true;

/** Renders an error as an HTML page with links to retry and to the home page. */
export const renderErrorPage = (context: Context, message: string, status: ContentfulStatusCode) =>
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
