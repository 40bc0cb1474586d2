import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';

/** A finished request for metrics and logs. Contains the route pattern instead of the URL, which may contain personal data. */
export interface RequestMetric {
  readonly method: string;
  /** Route pattern: `/api/question/:id`, or `/*` for rendered pages and cached responses. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export type OnRequestMetric = (metric: RequestMetric) => void;

/** Reports every request that reaches the app, except internal API calls of a page, which are part of the page request. */
export const measureRequests =
  (onMetric: OnRequestMetric): MiddlewareHandler =>
  async (context, next) => {
    const startedMs = performance.now();
    await next();
    if ((context.env as { isInternal?: true } | undefined)?.isInternal === true) return;
    onMetric({
      method: context.req.method,
      route: routePath(context),
      status: context.res.status,
      seconds: (performance.now() - startedMs) / 1_000,
    });
  };
