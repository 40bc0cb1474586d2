import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createPlainPage } from './plain-page.ts';

const answerPage = createPlainPage(`
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

const NO_PAGE = /^\/(?:api|assets|photos|uploads)\//;

/** Whether somebody goes to a page, who would not know what to make of JSON. */
export const asksForPage = ({ req }: Context): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  !NO_PAGE.test(req.path) &&
  req.header('accept')?.includes('text/html') === true;

/** What a visitor reads in the place of a page that was refused. */
export const answerRefusalPage = (context: Context, message: string, status: ContentfulStatusCode) =>
  answerPage(context, {
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
