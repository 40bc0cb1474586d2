import { and, inArray } from 'drizzle-orm';
import type { Photo } from '#core/files/contract/photos.ts';
import { presentPhoto } from '#core/files/server/photos/present-photo.ts';
import { findVisiblePhotos, isVisible } from '#core/files/server/photos/queries.ts';
import { photos } from '#core/files/server/tables.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { ProcessingPurpose } from '#platform/server/db/processing-purpose.ts';
import type { Deps } from '#platform/server/deps.ts';
import { legalDocumentKinds, type LegalDocumentKind } from '../contract/legal/documents.ts';
import { weekdayNames } from '../contract/meeting-hours.ts';
import { byShootType } from '../contract/shoot-types.ts';
import type { SiteContent } from '../contract/studio-settings.ts';
import type {
  HomeContent,
  HoursContent,
  IntroduceContent,
  OfferedPackage,
  Studio,
  StudioNotice,
} from '../contract/studio.ts';
import { findUpcomingDocuments } from './legal/documents.ts';
import { presentDocument } from './legal/present-document.ts';
import type { AllSections, Sections } from './read-sections.ts';

type ContentDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'env'>;

/** Finds photos by id. Photos that visitors do not see are missing from the result. */
const findPhotos = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, Photo>> => {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await db
    .select()
    .from(photos)
    .where(and(inArray(photos.id, known), isVisible));
  return new Map(rows.map((row) => [row.id, presentPhoto(row, storage)]));
};

const lowest = (prices: readonly (number | null)[]): number | null => {
  const known = prices.filter((price) => price !== null);
  return known.length === 0 ? null : Math.min(...known);
};

const offered = ({ packages }: Sections) => packages.packages.filter(({ isHidden }) => !isHidden);

export const presentStudio = async (
  sections: Sections,
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
): Promise<Studio> => ({
  ...sections.identity,
  ...sections.links,
  providers: [...env.services.providers],
  codeDelivery: env.services.codeDelivery,
  lowestPriceWon: lowest(offered(sections).map(({ priceWon }) => priceWon)),
  horizonDays: sections.booking.horizonDays,
  changeHours: sections.booking.changeHours,
  hasNotices: presentNotices(sections, { clock }).length > 0,
  hasFaq: sections.faq.questions.length > 0,
  upcomingDocuments: await findUpcomingDocuments(db, clock.now()),
});

/** The notices that visitors see today. */
export const presentNotices = (
  { notices }: Pick<Sections, 'notices'>,
  { clock }: Pick<Deps, 'clock'>,
): StudioNotice[] => {
  const today = seoulDate(clock.now());
  return notices.notices
    .filter(
      ({ visibleFrom, visibleUntil }) => (visibleFrom ?? today) <= today && today <= (visibleUntil ?? today),
    )
    .map(({ id, title, body, visibleFrom }) => ({ id, title, body, date: visibleFrom }));
};

export const presentHome = (sections: Sections, deps: Pick<Deps, 'clock'>): HomeContent => {
  const { headline, description } = sections.home;
  const packages = offered(sections);
  const pinned = sections.notices.notices.filter(({ isPinned }) => isPinned);
  const [notice] = presentNotices({ notices: { notices: pinned } }, deps);
  return {
    headline,
    description,
    notice: notice === undefined ? null : { id: notice.id, title: notice.title },
    summaries: byShootType((type) => sections.categories[type].summary),
    startingPrices: byShootType((type) =>
      lowest(packages.filter(({ shootType }) => shootType === type).map(({ priceWon }) => priceWon)),
    ),
  };
};

export const presentIntroduce = async (
  { introduce, location }: Pick<Sections, 'introduce' | 'location'>,
  deps: ContentDeps,
): Promise<IntroduceContent> => {
  const { photoId, principles, ...texts } = introduce;
  return {
    ...texts,
    ...location,
    photo: (await findPhotos(deps, [photoId])).get(photoId) ?? null,
    principles: principles.map(({ title, body }) => ({ title, body })),
  };
};

/** Gives each package another photo of its category, by package id. */
const findDefaultPhotos = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  packages: readonly Pick<OfferedPackage, 'id' | 'shootType'>[],
): Promise<ReadonlyMap<string, Photo>> => {
  const pairs: [string, Photo][] = [];
  for (const shootType of new Set(packages.map((item) => item.shootType))) {
    const rows = await findVisiblePhotos(db, shootType);
    for (const [index, { id }] of packages.filter((item) => item.shootType === shootType).entries()) {
      const row = rows[index % rows.length];
      if (row !== undefined) pairs.push([id, presentPhoto(row, storage)]);
    }
  }
  return new Map(pairs);
};

export const presentPackages = async (sections: Sections, deps: ContentDeps): Promise<OfferedPackage[]> => {
  const packages = offered(sections);
  const found = await findPhotos(
    deps,
    packages.map(({ photoId }) => photoId),
  );
  const defaults = await findDefaultPhotos(
    deps,
    packages.filter(({ photoId }) => !found.has(photoId)),
  );
  return packages.map(({ photoId, isHidden: _, versionId = 0, ...item }) => ({
    ...item,
    versionId,
    photo: found.get(photoId) ?? defaults.get(item.id) ?? null,
  }));
};

/** The hours as they are edited, without regard to the date from which they apply. */
const presentHours = ({ hours }: Pick<Sections, 'hours'>): HoursContent =>
  weekdayNames.map((name, index) => ({ weekday: index + 1, slots: hours[name] }));

/** The documents as they are edited, without the list of their versions. */
const presentDocuments = (
  sections: AllSections,
  purposes: readonly ProcessingPurpose[],
  now: Date,
): SiteContent['legal'] => {
  const present = (kind: LegalDocumentKind) =>
    presentDocument({
      kind,
      document: { version: 0, isWithdrawn: false, body: sections[kind] },
      identity: sections.identity,
      refundText: sections.refund.text,
      purposes,
      versions: [],
      now,
    });
  return Object.fromEntries(legalDocumentKinds.map((kind) => [kind, present(kind)])) as SiteContent['legal'];
};

export const presentContent = async (
  sections: AllSections,
  purposes: readonly ProcessingPurpose[],
  deps: ContentDeps,
): Promise<SiteContent> => ({
  studio: await presentStudio(sections, deps),
  home: presentHome(sections, deps),
  introduce: await presentIntroduce(sections, deps),
  pages: sections.pages,
  categories: sections.categories,
  packages: await presentPackages(sections, deps),
  notices: presentNotices(sections, deps),
  hours: presentHours(sections),
  faq: sections.faq,
  legal: presentDocuments(sections, purposes, deps.clock.now()),
});
