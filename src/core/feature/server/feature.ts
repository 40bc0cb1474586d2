import type { Hono } from 'hono';
import type { FeatureSection } from '#core/content/server/feature-section.ts';
import type { MessageKinds } from '#core/messages/server/message-kind.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { Page } from '#platform/contract/page.ts';
import type { DescribedTable } from '#platform/server/db/describe-table.ts';
import type { ProcessingPurpose } from '#platform/server/db/processing-purpose.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Hooks } from '#platform/server/hooks.ts';
import type { Route } from '#platform/server/http/define-route.ts';
import type { RateLimiter } from '#platform/server/http/overload/rate-limiter.ts';

/**
 * What one feature of the site (reservations, questions, members …) adds to the server. `app/server/features.ts` lists the features, and
 * the server reads these properties from that list. Only the leader runs their jobs, but each must be safe to run on several servers at
 * once.
 */
export interface Feature {
  /** Its endpoints by their names, under the tag of the OpenAPI document. Several features may add to one tag. */
  readonly endpoints?: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;
  /** Its pages by name: from them come most of the sitemap, robots.txt and the cache of guests' pages. */
  readonly pages?: Readonly<Record<string, Page>>;
  /** The handlers of its endpoints. */
  readonly routes?: readonly Route[];
  /** Adds what is not an endpoint of the API: files, uploads, redirects. */
  readonly mount?: (app: Hono, limitRate: RateLimiter, deps: Deps) => void;
  /** What its tables hold: from it come the export and the purge. */
  readonly tables?: readonly DescribedTable[];
  /** Purposes for which tables hold personal data, as the privacy policy lists them. Columns of other features may name them too. */
  readonly purposes?: readonly ProcessingPurpose[];
  /** The kinds of message that it queues. */
  readonly messages?: MessageKinds;
  /** Run at the start and at 04:00 in Seoul, and logged under their names. */
  readonly dailyJobs?: Readonly<Record<string, (deps: Deps, now: Date) => Promise<unknown>>>;
  /** Run at the start, and again `delayMs` after the end of each run. */
  readonly intervalJobs?: readonly {
    readonly delayMs: number;
    readonly run: (deps: Deps, signal: AbortSignal) => Promise<unknown>;
  }[];
  /** What the feature does in the transaction of an event of another feature. */
  readonly hooks?: Hooks;
  /** Its sections of the studio's content. */
  readonly sections?: readonly FeatureSection[];
}
