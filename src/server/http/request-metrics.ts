import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';

/** The data of a request for metrics and the access log: the declared route, never the actual URL. */
export interface RequestMetric {
  readonly method: string;
  /** `/api/question/:id`; `/*` for pages. Static assets served before the app are not counted. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export type OnRequestMetric = (answered: RequestMetric) => void;

/** Reports each request except in-process requests, which are part of a page's request. */
export const measureRequests =
  (onAnswer: OnRequestMetric): MiddlewareHandler =>
  async (context, next) => {
    const began = performance.now();
    await next();
    if ((context.env as { isInternal?: true } | undefined)?.isInternal === true) return;
    onAnswer({
      method: context.req.method,
      route: routePath(context),
      status: context.res.status,
      seconds: (performance.now() - began) / 1_000,
    });
  };
