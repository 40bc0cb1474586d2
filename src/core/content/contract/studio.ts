import * as z from 'zod/mini';
import { photo } from '#core/files/contract/photos.ts';
import { get, type Endpoint } from '#platform/contract/endpoint.ts';
import { calendarDate } from '#platform/contract/seoul-time.ts';
import { providers } from '#platform/contract/social-providers.ts';
import { category, shootType } from './categories.ts';
import { legalDocumentKinds } from './legal/documents.ts';

const steps = z
  .array(
    z.strictObject({
      id: z.string().check(z.regex(/^[\w-]{1,40}$/)),
      title: z.string(),
      body: z.string(),
    }),
  )
  .check(z.maxLength(6));
const bookingSteps = { stepsTitle: z.string(), steps: steps.check(z.minLength(1)) };

/** The texts of the section `pages`. Written out here, because its declaration would load the section's form on every public page. */
const pageTexts = z.strictObject({
  home: z.strictObject({
    categoriesTitle: z.string(),
    latestTitle: z.string(),
    ...bookingSteps,
    pricesTitle: z.string(),
    questionsTitle: z.string(),
    socialText: z.string(),
  }),
  introduce: z.strictObject({ invitationTitle: z.string(), description: z.string() }),
  price: z.strictObject({
    lead: z.string(),
    /** This and `steps` are absent in texts that were published before the fields existed. */
    stepsTitle: z.optional(z.string()),
    steps: z.optional(steps),
    refundTitle: z.string(),
    description: z.string(),
  }),
  reserve: z.strictObject({
    lead: z.string(),
    ...bookingSteps,
    hoursTitle: z.string(),
    description: z.string(),
  }),
});
export type PageTexts = z.output<typeof pageTexts>;

const logoImage = { srcSet: z.string(), width: z.number(), height: z.number() };

/** The studio's details that every page gets. */
const studio = z.strictObject({
  name: z.string(),
  representative: z.string(),
  businessNumber: z.string(),
  mailOrderNumber: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  privacyOfficer: z.string(),
  hosting: z.string(),
  /** URLs of the studio's social network page and of its KakaoTalk channel; empty when it has none. */
  socialLink: z.string(),
  kakaoChannel: z.string(),
  /** The tone of the accent colour; empty for the default. */
  accent: z.string(),
  /** The attributes of the header's images; null without a logo. */
  logo: z.nullable(
    z.strictObject({
      light: z.strictObject({ src: z.string(), ...logoImage }),
      /** Replaces the other in the dark theme; null when there is none. */
      dark: z.nullable(z.strictObject({ media: z.string(), ...logoImage })),
    }),
  ),
  /** The configured social login providers, in the order of their buttons. */
  providers: z.array(z.enum(providers)),
  /**
   * Where verification codes go. `OUTBOX`: only to a file and the terminal of the server, while the site has a private address.
   * `NONE`: nowhere that visitors can read, so that nobody can register.
   */
  codeDelivery: z.enum(['SMS', 'OUTBOX', 'NONE']),
  /** The categories that visitors see, in order. */
  categories: z.array(category),
  /** The lowest starting price in won; null when no package has one. */
  lowestPriceWon: z.nullable(z.number()),
  /** Visitors book up to this many days ahead. */
  horizonDays: z.number(),
  /** Members change and cancel a reservation until this many hours before the meeting. */
  changeHours: z.number(),
  /** Whether the page of the notices, or of the frequent questions, has any to show today. */
  hasNotices: z.boolean(),
  hasFaq: z.boolean(),
  /**
   * The next version of each document that is not in force yet. If there is none: the first withdrawn version whose effective date has
   * not come yet.
   */
  upcomingDocuments: z.array(
    z.strictObject({
      kind: z.enum(legalDocumentKinds),
      version: z.number(),
      effectiveOn: calendarDate,
      isWithdrawn: z.boolean(),
    }),
  ),
});
export type Studio = z.output<typeof studio>;

const offeredPackage = z.strictObject({
  id: z.string(),
  /** Id of the version that the visitor saw: of its category, name, summary, price and `includes`. */
  versionId: z.number(),
  shootType,
  name: z.string(),
  summary: z.string(),
  /** Starting price in won; null when it is agreed on in the consultation. */
  priceWon: z.nullable(z.number()),
  includes: z.array(z.string()),
  /**
   * Short facts such as `2시간`; `options` has one option per line. They are not part of the version. Empty when there are none, absent
   * in packages that were published before the fields existed.
   */
  shootingTime: z.optional(z.string()),
  retouched: z.optional(z.string()),
  delivery: z.optional(z.string()),
  options: z.optional(z.string()),
  isShotInStudio: z.boolean(),
  /** The photo that the studio chose, or one of the category's; null when the category has none. */
  photo: z.nullable(photo),
});
export type OfferedPackage = z.output<typeof offeredPackage>;

const homeContent = z.strictObject({
  headline: z.string(),
  description: z.string(),
  /** The first pinned notice that visitors see today; null when there is none. */
  notice: z.nullable(z.strictObject({ id: z.string(), title: z.string() })),
  summaries: z.record(shootType, z.string()),
  /** The lowest price in won of each category; null when no package has one. */
  startingPrices: z.record(shootType, z.nullable(z.number())),
});
export type HomeContent = z.output<typeof homeContent>;

const introduceContent = z.strictObject({
  headline: z.string(),
  lead: z.string(),
  /** The photo that the studio chose; null when the page shows the last representative photo, if any. */
  photo: z.nullable(photo),
  principlesTitle: z.string(),
  principles: z.array(z.strictObject({ title: z.string(), body: z.string() })),
  invitation: z.string(),
  hours: z.string(),
  directions: z.string(),
  parking: z.string(),
});
export type IntroduceContent = z.output<typeof introduceContent>;

const categoryContent = z.record(
  shootType,
  z.strictObject({ summary: z.string(), description: z.string(), preparation: z.string() }),
);
export type CategoryContent = z.output<typeof categoryContent>;

const notice = z.strictObject({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  /** The first day on which it is shown; null when it has none. */
  date: z.nullable(z.string()),
});
export type StudioNotice = z.output<typeof notice>;

const faqContent = z.strictObject({
  questions: z.array(z.strictObject({ id: z.string(), title: z.string(), body: z.string() })),
  note: z.string(),
});
export type FaqContent = z.output<typeof faqContent>;

/** The slots of each weekday in the seven days from tomorrow on, or in a preview as they are edited. Monday first. */
const hoursContent = z.array(z.strictObject({ weekday: z.number(), slots: z.array(z.string()) }));
export type HoursContent = z.output<typeof hoursContent>;

/** Declares an endpoint for content that everyone reads and admins edit in the settings. */
const content = <const Path extends Endpoint['path'], Response extends z.ZodMiniType>(
  path: Path,
  summary: string,
  response: Response,
) => get(path, { summary, reads: ['settings'], access: 'public', response });

export const studioEndpoints = {
  studio: content('/api/studio', '스튜디오 정보: 사업자 정보, 링크, 사용하는 서비스', studio),
  home: content('/api/studio/home', '홈의 문구, 고정한 공지, 카테고리별 시작 가격', homeContent),
  introduce: content('/api/studio/introduce', '소개 화면의 글과 오시는 길', introduceContent),
  pages: content('/api/studio/pages', '화면의 제목, 예약 순서, 검색 결과에 보일 설명', pageTexts),
  categories: content('/api/studio/categories', '카테고리마다 한 줄 소개와 설명', categoryContent),
  packages: content('/api/studio/packages', '상품과 가격. 숨긴 상품은 제외합니다.', z.array(offeredPackage)),
  notices: content('/api/studio/notices', '오늘 보이는 공지', z.array(notice)),
  hours: content('/api/studio/hours', '내일부터 7일 동안 요일마다 미팅을 예약할 수 있는 시간', hoursContent),
  faq: content('/api/studio/faq', '자주 묻는 질문', faqContent),
} as const;
