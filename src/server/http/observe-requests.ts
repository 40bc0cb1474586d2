import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';

/** What may be counted and written down of a request: the route as it is declared, never what stood in the address. */
export interface Answered {
  readonly method: string;
  /** `/api/question/:id`; `/*` is a page. What is sent from memory before the app is asked is not observed. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export type OnAnswer = (answered: Answered) => void;

/** A page's own calls are part of its request, and not told. */
export const observeRequests =
  (onAnswer: OnAnswer): MiddlewareHandler =>
  async (context, next) => {
    const began = performance.now();
    await next();
    if ((context.env as { isInProcess?: true } | undefined)?.isInProcess === true) return;
    onAnswer({
      method: context.req.method,
      route: routePath(context),
      status: context.res.status,
      seconds: (performance.now() - began) / 1_000,
    });
  };
