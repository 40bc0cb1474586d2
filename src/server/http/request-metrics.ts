import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';

/** What may be counted and written down of a request: the route as it is declared, never what stood in the address. */
export interface RequestMetric {
  readonly method: string;
  /** `/api/question/:id`; `/*` is a page. What is sent from memory before the app is asked is not observed. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export type OnRequestMetric = (answered: RequestMetric) => void;

/** A page's own calls are part of its request, and not told. */
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
