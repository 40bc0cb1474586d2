import defaultContent from '#content/default-content.json' with { type: 'json' };
import over14Text from '#content/over14.md?raw';
import privacyText from '#content/privacy.md?raw';
import refundText from '#content/refund.md?raw';
import termsText from '#content/terms.md?raw';
import { appError } from '#platform/contract/errors.ts';
import { addDays, formatDateWithoutWeekday, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { ContentSection, SectionBody } from '../contract/content-section.ts';
import { NOTICE_DAYS, UNFAVOURABLE_NOTICE_DAYS } from '../contract/legal/document-body.ts';
import { contentSections, documentSections } from '../contract/sections.ts';
import { saveCategories } from './categories.ts';
import { toProcessorItem } from './draft-processors.ts';
import { featureSection, type FeatureSection, type InitialEnv } from './feature-section.ts';
import { queueAnnouncement, type AnnouncedKind } from './legal/document-announcements.ts';
import { withVersionIds } from './package-versions.ts';

/** What the versions of all documents have. */
type LegalDocumentBody = SectionBody<typeof documentSections.terms>;

/** Throws INVALID_INPUT unless a version is announced long enough ahead and takes effect after `newest`. */
const assertAnnounced = (
  { effectiveOn, isUnfavourable }: LegalDocumentBody,
  newest: Pick<LegalDocumentBody, 'effectiveOn'>,
  now: Date,
): void => {
  const days = isUnfavourable ? UNFAVOURABLE_NOTICE_DAYS : NOTICE_DAYS;
  const announced = addDays(seoulDate(now), days);
  const afterNewest = addDays(newest.effectiveOn, 1);
  const first = announced > afterNewest ? announced : afterNewest;
  if (effectiveOn >= first) return;
  const message =
    first === announced
      ? `오늘 게시하면 ${formatDateWithoutWeekday(first)}부터 시행할 수 있습니다. ${days}일 전부터 알려야 합니다.`
      : `${formatDateWithoutWeekday(newest.effectiveOn)}에 시행되는 버전이 있습니다. 그다음 날부터 시행할 수 있습니다.`;
  throw appError('INVALID_INPUT', { message, fields: { effectiveOn: message } });
};

const prepareDocument = async <Body extends LegalDocumentBody>(
  _: Tx,
  body: Body,
  published: Body | null,
  now: Date,
): Promise<Body> => {
  if (published !== null) assertAnnounced(body, published, now);
  return body;
};

/** The hooks of a document of which members are told. */
const announced = (kind: AnnouncedKind) => ({
  prepare: prepareDocument,
  onPublish: (
    tx: Tx,
    { effectiveOn }: LegalDocumentBody,
    { version, now }: { version: number; now: Date },
  ): Promise<void> => queueAnnouncement(tx, kind, { version, effectiveOn, now }),
});

/** What the first version of every document has: it took effect on this day. */
const document = { effectiveOn: '2026-11-21', isUnfavourable: false };

const firstPrivacyPolicy = ({ services }: InitialEnv) => ({
  ...document,
  text: privacyText,
  asksConsent: false,
  processors: services.processors.map(toProcessorItem),
});

const { categories, packages, ...others } = contentSections;
const { terms, privacy, over14, refund } = documentSections;

export const contentFeatureSections: readonly FeatureSection[] = [
  ...Object.entries<ContentSection>(others).map(([name, section]) =>
    featureSection(section, defaultContent[name as keyof typeof others]),
  ),
  featureSection(categories, defaultContent.categories, { prepare: saveCategories }),
  featureSection(packages, defaultContent.packages, { prepare: withVersionIds }),
  featureSection(over14, { ...document, text: over14Text }, { prepare: prepareDocument }),
  featureSection(terms, { ...document, text: termsText }, announced('terms')),
  featureSection(privacy, firstPrivacyPolicy, announced('privacy')),
  featureSection(refund, { ...document, text: refundText }, announced('refund')),
];
