import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Deps } from '#platform/server/deps.ts';
import {
  respondFromCache,
  toCachedResponse,
  type CachedResponse,
} from '#platform/server/http/cache/cached-response.ts';
import { readCaller } from '#platform/server/http/caller.ts';
import type { RateLimiter } from '#platform/server/http/overload/rate-limiter.ts';
import { createPlainPage } from '#platform/server/http/plain-page.ts';
import { buildOpenApi } from './openapi.ts';

type OpenApiDocument = ReturnType<typeof buildOpenApi>;

type Operation = OpenApiDocument['paths'][string][string];

const accessLabels: Record<string, string> = {
  public: '누구나',
  optional: '누구나 (로그인하면 추가 정보 제공)',
  pending: '로그인한 사람',
  member: '회원',
  admin: '관리자',
};

const renderOperation = (method: string, path: string, item: Operation) => html`
  <section>
    <h3><code>${method.toUpperCase()} ${path}</code></h3>
    <p>${item.summary}</p>
    <p>${accessLabels[item['x-access']] ?? ''} · 요청 한도 ${item['x-rate-limit']}</p>
    ${item.parameters.map((parameter) => html`<p><code>${parameter.name}</code> ${parameter.in}${parameter.required ? ', 필수' : ''}</p>`)}
    ${
      item.requestBody === undefined
        ? ''
        : html`<details>
            <summary>본문</summary>
            <pre>${JSON.stringify(item.requestBody.content['application/json']?.schema, null, 2)}</pre>
          </details>`
    }
    <details>
      <summary>응답</summary>
      <pre>
${Object.entries(item.responses).map(([status, { description }]) => `${status}\n${description}\n\n`)}</pre>
    </details>
  </section>
`;

const renderPage = createPlainPage(`
body {
  max-width: 60rem;
  margin: 2rem auto;
  padding: 0 1rem;
  font:
    16px/1.6 system-ui,
    sans-serif;
}
section {
  padding: 0.5rem 0;
  border-top: 1px solid;
}
h3,
p {
  margin: 0.25rem 0;
}
pre {
  overflow: auto;
  white-space: pre-wrap;
}
`);

const renderApiDocs = (context: Context, { info, paths }: OpenApiDocument) =>
  renderPage(context, {
    title: info.title,
    body: html`
      <h1>${info.title}</h1>
      <p>${info.description}. <a href="/api/openapi.json">OpenAPI 문서</a></p>
      ${Object.entries(paths).map(([path, operations]) =>
        Object.entries(operations).map(([method, item]) => renderOperation(method, path, item)),
      )}
    `,
  });

/** Mounts the OpenAPI document as JSON and as a page. Each is built once, at its first request. */
export const mountApiDocs = (app: Hono, limitRate: RateLimiter, { env }: Pick<Deps, 'env'>): void => {
  const mount = (path: string, render: (context: Context) => Response | Promise<Response>): void => {
    let built: Promise<CachedResponse | null> | undefined;
    app.get(path, async (context) => {
      await limitRate('read', readCaller(context, env.trustProxy));
      const build = async (): Promise<CachedResponse | null> => {
        context.header('cache-control', 'no-cache');
        return toCachedResponse(await render(context));
      };
      built ??= build();
      const cached = await built;
      if (cached === null) throw new Error('the API documentation is too large for the cache');
      return respondFromCache(context, cached);
    });
  };
  mount('/api/openapi.json', (context) => context.json(buildOpenApi()));
  mount('/api/docs', (context) => renderApiDocs(context, buildOpenApi()));
};
