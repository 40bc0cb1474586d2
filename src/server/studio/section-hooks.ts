import type { LegalDocumentBody } from '#contract/legal/document-body.ts';
import type { SectionBody, SectionName } from '#contract/settings/sections.ts';
import type { Tx } from '#server/db/database.ts';
import { queueAnnouncement, type AnnouncedKind } from '#server/notifications/document-announcements.ts';
import { changeHours } from '#server/reservations/hours/change-hours.ts';
import { assertAnnounced } from './legal/assert-announced.ts';
import { withVersionIds } from './package-versions.ts';

interface Publication {
  readonly version: number;
  /** Reservations that do not fit new meeting hours and are kept. */
  readonly keptReservations: readonly number[];
  readonly now: Date;
}

/** What a section does besides storing its body, within the transaction that publishes it. */
interface SectionHook<Body> {
  /** Returns the body as it is stored, or throws. `published` is the newest version, null for the first. */
  readonly prepare?: (tx: Tx, body: Body, published: Body | null, now: Date) => Promise<Body>;
  readonly onPublish?: (tx: Tx, body: Body, publication: Publication) => Promise<void>;
}

const prepareDocument = async <Body extends LegalDocumentBody>(
  _: Tx,
  body: Body,
  published: Body | null,
  now: Date,
): Promise<Body> => {
  if (published !== null) assertAnnounced(body, published, now);
  return body;
};
const announce =
  (kind: AnnouncedKind) =>
  (tx: Tx, _: LegalDocumentBody, { version, now }: Publication): Promise<void> =>
    queueAnnouncement(tx, kind, { version, now });

const hooks: { readonly [Name in SectionName]?: SectionHook<SectionBody<Name>> } = {
  hours: {
    onPublish: (tx, body, { keptReservations, now }) => changeHours(tx, body, keptReservations, now),
  },
  packages: { prepare: withVersionIds },
  over14: { prepare: prepareDocument },
  terms: { prepare: prepareDocument, onPublish: announce('terms') },
  privacy: { prepare: prepareDocument, onPublish: announce('privacy') },
  refund: { prepare: prepareDocument, onPublish: announce('refund') },
};

/** The hook of a section. Its functions take the body of that section. */
export const hookOf = (section: SectionName): SectionHook<SectionBody<SectionName>> =>
  (hooks[section] ?? {}) as SectionHook<SectionBody<SectionName>>;
