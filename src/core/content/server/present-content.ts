import { and, inArray } from 'drizzle-orm';
import { LOGO_HEIGHT, logoScales, logoUrl, logoWidth } from '#core/files/contract/logos.ts';
import type { Photo } from '#core/files/contract/photos.ts';
import { presentPhoto } from '#core/files/server/photos/present-photo.ts';
import { findVisiblePhotos, isVisible } from '#core/files/server/photos/queries.ts';
import { photos } from '#core/files/server/tables.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { ProcessingPurpose } from '#platform/server/db/processing-purpose.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { SectionBodies } from '../contract/content-section.ts';
import { legalDocumentKinds, type LegalDocumentKind } from '../contract/legal/documents.ts';
import type { contentSections, documentSections } from '../contract/sections.ts';
import type { SiteContent } from '../contract/studio-settings.ts';
import type {
  CategoryContent,
  HomeContent,
  IntroduceContent,
  OfferedPackage,
  Studio,
  StudioNotice,
} from '../contract/studio.ts';
import { findUpcomingDocuments } from './legal/documents.ts';
import { presentDocument } from './legal/present-document.ts';

type Content = SectionBodies<typeof contentSections>;
type AllContent = Content & SectionBodies<typeof documentSections>;

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

type OfferedContent = Pick<Content, 'categories' | 'packages'>;

const shownCategories = ({ categories }: Content['categories']) =>
  categories.filter(({ isHidden }) => !isHidden);

/** The packages that visitors see: those of a hidden category are hidden with it. */
const offered = ({ categories, packages: { packages } }: OfferedContent) => {
  const shown = new Set(shownCategories(categories).map(({ code }) => code));
  return packages.filter(({ isHidden, shootType }) => !isHidden && shown.has(shootType));
};

const DARK = '(prefers-color-scheme: dark)';

const presentLogoImage = (name: string) => ({
  srcSet: logoScales.map((scale) => `${logoUrl(name, `${scale}x.webp`)} ${scale}x`).join(', '),
  width: logoWidth(name),
  height: LOGO_HEIGHT,
});

export const presentLook = ({
  logo,
  darkLogo,
  accent,
}: Content['look']): Pick<Studio, 'logo' | 'accent'> => ({
  accent: accent === 'default' ? '' : accent,
  logo:
    logo === null
      ? null
      : {
          light: { src: logoUrl(logo, '1x.png'), ...presentLogoImage(logo) },
          dark: darkLogo === null ? null : { media: DARK, ...presentLogoImage(darkLogo) },
        },
});

export const presentStudio = async (
  content: Content,
  { horizonDays, changeHours }: Pick<Studio, 'horizonDays' | 'changeHours'>,
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
): Promise<Studio> => ({
  ...content.identity,
  ...content.links,
  ...presentLook(content.look),
  providers: [...env.services.providers],
  codeDelivery: env.services.codeDelivery,
  categories: shownCategories(content.categories).map(({ code, name }) => ({ id: code, name })),
  lowestPriceWon: lowest(offered(content).map(({ priceWon }) => priceWon)),
  horizonDays,
  changeHours,
  hasNotices: presentNotices(content.notices, { clock }).length > 0,
  hasFaq: content.faq.questions.length > 0,
  upcomingDocuments: await findUpcomingDocuments(db, clock.now()),
});

/** The notices that visitors see today. */
export const presentNotices = (
  { notices }: Content['notices'],
  { clock }: Pick<Deps, 'clock'>,
): StudioNotice[] => {
  const today = seoulDate(clock.now());
  return notices
    .filter(
      ({ visibleFrom, visibleUntil }) => (visibleFrom ?? today) <= today && today <= (visibleUntil ?? today),
    )
    .map(({ id, title, body, visibleFrom }) => ({ id, title, body, date: visibleFrom }));
};

export const presentHome = (content: Content, deps: Pick<Deps, 'clock'>): HomeContent => {
  const { headline, description } = content.home;
  const packages = offered(content);
  const shown = shownCategories(content.categories);
  const pinned = content.notices.notices.filter(({ isPinned }) => isPinned);
  const [notice] = presentNotices({ notices: pinned }, deps);
  return {
    headline,
    description,
    notice: notice === undefined ? null : { id: notice.id, title: notice.title },
    summaries: Object.fromEntries(shown.map(({ code, summary }) => [code, summary])),
    startingPrices: Object.fromEntries(
      shown.map(({ code }) => [
        code,
        lowest(packages.filter(({ shootType }) => shootType === code).map(({ priceWon }) => priceWon)),
      ]),
    ),
  };
};

export const presentCategories = (list: Content['categories']): CategoryContent =>
  Object.fromEntries(
    shownCategories(list).map(({ code, summary, description, preparation }) => [
      code,
      { summary, description, preparation },
    ]),
  );

export const presentIntroduce = async (
  { introduce, location }: Pick<Content, 'introduce' | 'location'>,
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

/** By package id, a photo of the package's category, if there is one. The photos differ as long as there are enough of them. */
const findDefaultPhotos = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  packages: readonly Pick<OfferedPackage, 'id' | 'shootType'>[],
): Promise<ReadonlyMap<string, Photo>> => {
  const pairs: [string, Photo][] = [];
  for (const shootType of new Set(packages.map((item) => item.shootType))) {
    const offeredOfType = packages.filter((item) => item.shootType === shootType);
    const rows = await findVisiblePhotos(db, shootType, offeredOfType.length);
    for (const [index, { id }] of offeredOfType.entries()) {
      const row = rows[index % rows.length];
      if (row !== undefined) pairs.push([id, presentPhoto(row, storage)]);
    }
  }
  return new Map(pairs);
};

export const presentPackages = async (
  content: OfferedContent,
  deps: ContentDeps,
): Promise<OfferedPackage[]> => {
  const packages = offered(content);
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

/** The documents of this content, without the list of their versions. */
const presentDocuments = (
  content: AllContent,
  purposes: readonly ProcessingPurpose[],
  now: Date,
): SiteContent['legal'] => {
  const present = (kind: LegalDocumentKind) =>
    presentDocument({
      kind,
      document: { version: 0, isWithdrawn: false, body: content[kind] },
      identity: content.identity,
      refundText: content.refund.text,
      purposes,
      versions: [],
      now,
    });
  return Object.fromEntries(legalDocumentKinds.map((kind) => [kind, present(kind)])) as SiteContent['legal'];
};

/** All content but what depends on the rules and hours of booking. */
export const presentContent = async (
  content: AllContent,
  purposes: readonly ProcessingPurpose[],
  deps: ContentDeps,
): Promise<Omit<SiteContent, 'studio' | 'hours'>> => ({
  home: presentHome(content, deps),
  introduce: await presentIntroduce(content, deps),
  pages: content.pages,
  categories: presentCategories(content.categories),
  packages: await presentPackages(content, deps),
  notices: presentNotices(content.notices, deps),
  faq: content.faq,
  legal: presentDocuments(content, purposes, deps.clock.now()),
});
