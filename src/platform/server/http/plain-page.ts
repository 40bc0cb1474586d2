import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { inlineStyleCsp } from './security/csp.ts';

interface PlainPage {
  readonly title: string;
  readonly body: ReturnType<typeof html>;
  readonly status?: ContentfulStatusCode;
}

/** Creates a renderer for simple HTML pages: one inline style, no external resources, excluded from search engines. */
export const createPlainPage = (css: string) => {
  const style = `:root { color-scheme: light dark } ${css}`;
  const csp = inlineStyleCsp(style);
  return (context: Context, { title, body, status = 200 }: PlainPage) => {
    context.header('content-security-policy', csp);
    context.header('x-robots-tag', 'noindex');
    return context.html(
      html`<!doctype html>
        <html lang="ko">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>${title}</title>
            ${raw(`<style>${style}</style>`)}
          </head>
          <body>
            ${body}
          </body>
        </html>`,
      status,
    );
  };
};
