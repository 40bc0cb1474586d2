import type { Tx } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/env.ts';
import type { ContentSection } from '../contract/content-section.ts';

interface PublishedVersion {
  readonly version: number;
  /** Reservations that do not fit new meeting hours and are kept. */
  readonly keptReservations: readonly number[];
  readonly now: Date;
}

/** What a section does besides storing its body, within the transaction that publishes it. Each hook gets bodies of its section. */
interface SectionHooks<Body> {
  /** Returns the body as it is stored, or throws. `published` is the newest version that was not withdrawn, null for the first. */
  prepare?(tx: Tx, body: Body, published: Body | null, now: Date): Promise<Body>;
  /** Runs with the initial content, of a new studio or of a section that an update added. */
  onFirst?(tx: Tx, body: Body): Promise<void>;
  /** May return details for the audit log. */
  onPublish?(tx: Tx, body: Body, publication: PublishedVersion): Promise<object | void>;
}

/** What the first bodies depend on. */
export type InitialEnv = Pick<Env, 'initial' | 'services'>;
type InitialBody = Readonly<Record<string, unknown>> | ((env: InitialEnv) => object);

/** A section, the body that a new studio starts with, and its hooks. */
export interface FeatureSection extends SectionHooks<object> {
  readonly definition: ContentSection;
  readonly initial: InitialBody;
}

/** Adds the first body and the hooks to a section. The hooks are typed by its body. */
export const featureSection = <Body extends object>(
  definition: ContentSection<Body>,
  initial: InitialBody,
  hooks: SectionHooks<Body> = {},
): FeatureSection => ({ definition, initial, ...hooks });
