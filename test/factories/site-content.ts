import defaultContent from '#content/default-content.json' with { type: 'json' };
import over14Text from '#content/over14.md?raw';
import privacyText from '#content/privacy.md?raw';
import refundText from '#content/refund.md?raw';
import termsText from '#content/terms.md?raw';
import type { LegalDocument, LegalDocumentKind } from '#core/content/contract/legal/documents.ts';
import type { PrivacyPolicy } from '#core/content/contract/sections.ts';
import type { SiteContent } from '#core/content/contract/studio-settings.ts';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { presentDocument } from '#core/content/server/legal/present-document.ts';
import { presentCategories } from '#core/content/server/present-content.ts';
import { weekdayNames } from '#features/reservations/contract/meeting-hours.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { ProcessingPurpose } from '#platform/server/db/processing-purpose.ts';

const { home, introduce, pages, categories, packages, hours } = defaultContent;

const identity = {
  name: '빛사진관',
  representative: '김대표',
  businessNumber: '123-45-67890',
  mailOrderNumber: '제2026-서울종로-0001호',
  address: '서울특별시 종로구 사진로 1',
  phone: '02-123-4567',
  email: 'studio@studio.kr',
  privacyOfficer: '박보호',
  hosting: '한국호스팅',
};

export type Processors = PrivacyPolicy['processors'];

/** The first version of a document as visitors read it. */
export const documentOf = (
  kind: LegalDocumentKind,
  text: string,
  {
    processors = [],
    refund = refundText,
    purposes = [],
    details = {},
  }: {
    readonly processors?: Processors;
    readonly refund?: string;
    readonly purposes?: readonly ProcessingPurpose[];
    /** Business details that differ. */
    readonly details?: Partial<typeof identity>;
  } = {},
): LegalDocument =>
  presentDocument({
    kind,
    document: {
      version: 1,
      isWithdrawn: false,
      body: { effectiveOn: '2026-11-21', isUnfavourable: false, text, asksConsent: false, processors },
    },
    identity: { ...identity, ...details },
    refundText: refund,
    purposes,
    versions: [{ version: 1, effectiveOn: '2026-11-21', isWithdrawn: false }],
    now: new Date('2026-11-21T01:00:00Z'),
  });

/** What visitors of a new site read. */
export const siteContent: SiteContent = {
  studio: {
    ...identity,
    socialLink: 'https://social.example/studio',
    kakaoChannel: '',
    accent: '',
    logo: null,
    providers: [],
    codeDelivery: 'SMS',
    categories: categories.categories.map(({ code, name }) => ({ id: code, name })),
    lowestPriceWon: 450_000,
    horizonDays: 365,
    changeHours: 24,
    hasNotices: false,
    hasFaq: false,
    upcomingDocuments: [],
  },
  home: {
    ...home,
    notice: null,
    summaries: { LANDSCAPE: '풍경 소개', PRODUCT: '제품 소개', FOOD: '음식 소개', WEDDING: '웨딩 소개' },
    startingPrices: { LANDSCAPE: 500_000, PRODUCT: 450_000, FOOD: 600_000, WEDDING: null },
  },
  introduce: { ...introduce, photo: null, hours: '', directions: '', parking: '' },
  pages,
  categories: presentCategories(categories),
  packages: packages.packages.map(({ photoId: _, isHidden: __, ...item }, index) => ({
    ...item,
    versionId: index + 1,
    photo: null,
  })),
  notices: [],
  hours: weekdayNames.map((name, index) => ({ weekday: index + 1, slots: hours[name] })),
  faq: { questions: [], note: '' },
  legal: {
    terms: documentOf('terms', termsText),
    privacy: documentOf('privacy', privacyText),
    over14: documentOf('over14', over14Text),
    refund: documentOf('refund', refundText),
  },
};

/** Answers of the content endpoints, by endpoint. Documents have one endpoint with a parameter, so `legal` has them. */
export const contentAnswers = (content: SiteContent = siteContent): ReadonlyMap<Endpoint, unknown> =>
  new Map(
    Object.entries(studioEndpoints).map(([name, endpoint]) => [endpoint, content[name as keyof SiteContent]]),
  );
