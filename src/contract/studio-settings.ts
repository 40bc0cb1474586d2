import * as z from 'zod/mini';
import { alimtalkSettings } from './admin/alimtalk-settings.ts';
import { messageSettings } from './admin/message-settings.ts';
import { pageTexts } from './admin/page-texts.ts';
import {
  itemId,
  line,
  LINE,
  optionalLine,
  optionalParagraph,
  paragraph,
  uniqueIds,
} from './admin/section-schemas.ts';
import { MAX_HORIZON_DAYS } from './bookable-dates.ts';
import { endpoint } from './endpoint.ts';
import { entityId, isoDateTime, MAX_VERSION } from './fields.ts';
import { legalDocumentBody } from './legal/document-body.ts';
import { legalDocumentKinds, legalEndpoints } from './legal/documents.ts';
import { meetingHours } from './schedule.ts';
import { calendarDate } from './seoul-time.ts';
import { shootType } from './shoot-types.ts';
import { studioEndpoints } from './studio.ts';

/** Sections of the site's content that admins edit. Each is drafted, published and restored on its own. */
export const sectionNames = [
  'identity',
  'home',
  'introduce',
  'pages',
  'location',
  'booking',
  'hours',
  'links',
  'categories',
  'packages',
  'notices',
  'faq',
  'replies',
  'messages',
  'alimtalk',
  'terms',
  'privacy',
  'over14',
  'refund',
  'security',
] as const;
export type SectionName = (typeof sectionNames)[number];

const PAGE = 2_000;
const MAX_ITEMS = 30;

const WEB_ADDRESS = 'https://로 시작하는 주소를 입력해 주세요.';
/** An `http` or `https` URL, or an empty text. */
const webAddress = z._default(
  z.string(WEB_ADDRESS).check(
    z.maxLength(300, WEB_ADDRESS),
    z.overwrite((value) => value.trim()),
    z.refine((value) => value === '' || /^https?:\/\/\S+$/.test(value), WEB_ADDRESS),
  ),
  '',
);

const wholeNumber = (min: number, max: number) => {
  const message = `${min}부터 ${max}까지의 정수를 입력해 주세요.`;
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message));
};

/** Id of a photo on the site; null for the default. */
const photoId = z._default(z.nullable(z.int()), null);
const items = <Item extends z.ZodMiniType>(item: Item, max = MAX_ITEMS) =>
  z.array(item).check(z.maxLength(max, `${max}개까지 등록할 수 있습니다.`));
const uniqueItems = <Item extends z.ZodMiniType<{ readonly id: string }>>(item: Item) =>
  items(item).check(uniqueIds);

const categoryText = z.object({
  summary: line('한 줄 소개'),
  description: paragraph('설명'),
  /** What clients bring to the meeting, shown with their booking; empty for nothing. */
  preparation: z._default(optionalParagraph('미팅 준비 안내'), ''),
});

const PRICE = '0부터 100,000,000까지의 금액을 숫자로 입력해 주세요.';

/** A package as it is edited. */
const packageDraft = z.object({
  id: itemId,
  shootType,
  name: line('이름', 40),
  summary: line('한 줄 소개'),
  /** Starting price in won; null when it is agreed on in the consultation. */
  priceWon: z.nullable(z.int(PRICE).check(z.minimum(0, PRICE), z.maximum(100_000_000, PRICE))),
  includes: items(line('구성'), 20),
  /** The booking form then suggests the studio as the place of the shoot. */
  isShotInStudio: z._default(z.boolean(), false),
  photoId,
  /** Set by the server: names this text and price. */
  versionId: z.optional(z.int()),
  /** Hidden packages are not offered to visitors. */
  isHidden: z._default(z.boolean(), false),
});
export type PackageDraft = z.output<typeof packageDraft>;

const optionalDate = z._default(z.nullable(calendarDate), null);

const notice = z.object({
  id: itemId,
  title: line('제목'),
  body: paragraph('내용', PAGE),
  /** Also shown in the bar above the home page. */
  isPinned: z._default(z.boolean(), false),
  /** First and last day on which visitors see it (inclusive, in Seoul); null for no limit. */
  visibleFrom: optionalDate,
  visibleUntil: optionalDate,
});

/** A text that admins insert into their answers. Visitors do not see it. */
const reply = z.object({ id: itemId, title: line('제목'), body: paragraph('내용', PAGE) });

const question = z.object({ id: itemId, title: line('질문'), body: paragraph('답변', PAGE) });

/** The content of each section. Business details that the law requires on every page cannot be empty. */
export const sectionSchemas = {
  identity: z.object({
    name: line('상호', 40),
    representative: line('대표자', 40),
    businessNumber: line('사업자등록번호', 20).check(
      z.regex(/^\d{3}-\d{2}-\d{5}$/, '000-00-00000 형식으로 입력해 주세요.'),
    ),
    mailOrderNumber: line('통신판매업 신고번호', 60),
    address: line('주소', 200),
    phone: line('전화번호', 20).check(z.regex(/^[0-9+-]{8,20}$/, '숫자와 하이픈(-)으로 입력해 주세요.')),
    email: z.string('이메일 주소를 확인해 주세요.').check(
      z.overwrite((value) => value.trim()),
      z.email('이메일 주소를 확인해 주세요.'),
      z.maxLength(LINE, '이메일 주소를 확인해 주세요.'),
    ),
    privacyOfficer: line('개인정보 보호책임자', 40),
    hosting: line('호스팅 제공자', 60),
  }),
  home: z.object({
    /** At most two lines over the hero photo. */
    headline: paragraph('대표 문구', 60).check(
      z.refine((value) => value.split('\n').length <= 2, '두 줄까지 입력할 수 있습니다.'),
    ),
    description: line('검색 결과에 보일 설명', 200),
  }),
  introduce: z.object({
    headline: paragraph('제목', 60),
    lead: paragraph('소개 글'),
    photoId,
    principlesTitle: line('작은 제목'),
    principles: items(z.object({ id: itemId, title: line('제목'), body: paragraph('내용') }), 6),
    invitation: paragraph('초대하는 글'),
  }),
  pages: pageTexts,
  location: z.object({
    hours: optionalParagraph('영업시간'),
    directions: optionalParagraph('찾아오는 방법'),
    parking: optionalParagraph('주차'),
  }),
  booking: z.object({
    /** Visitors book up to this many days ahead. */
    horizonDays: wholeNumber(1, MAX_HORIZON_DAYS),
    /** A slot closes this many hours before it starts; 0 when it starts. */
    leadHours: wholeNumber(0, 336),
    /** Members cancel and move a reservation until this many hours before the meeting. */
    changeHours: wholeNumber(0, 720),
    /** Upcoming reservations of a member, in total and on one date. */
    maxUpcoming: wholeNumber(1, 50),
    maxPerDate: wholeNumber(1, 5),
    /** A chosen slot is held this long while the form is filled in. */
    holdMinutes: wholeNumber(1, 60),
  }),
  hours: meetingHours,
  messages: messageSettings,
  alimtalk: alimtalkSettings,
  links: z.object({ socialLink: webAddress, kakaoChannel: webAddress }),
  categories: z.object({
    LANDSCAPE: categoryText,
    PRODUCT: categoryText,
    FOOD: categoryText,
    WEDDING: categoryText,
  }),
  packages: z.object({ packages: uniqueItems(packageDraft) }),
  notices: z.object({ notices: uniqueItems(notice) }),
  terms: legalDocumentBody,
  over14: legalDocumentBody,
  refund: legalDocumentBody,
  privacy: z.extend(legalDocumentBody, {
    /** It collects more than before, so members agree to it before they give more personal data. */
    asksConsent: z.boolean('켜거나 꺼 주세요.'),
    processors: uniqueItems(
      z
        .object({
          id: itemId,
          name: line('수탁자'),
          work: line('위탁 업무'),
          period: line('보유·이용 기간'),
          /** Both empty for processors in Korea. */
          country: optionalLine('국가'),
          contact: optionalLine('연락처'),
        })
        .check(
          z.refine(({ country, contact }) => (country === '') === (contact === ''), {
            path: ['contact'],
            error: '국외 업체는 국가와 연락처를 모두 입력해 주세요.',
          }),
        ),
    ),
  }),
  security: z.object({
    /** Admins without a second factor can only set one up. */
    requiresSecondFactor: z.boolean('켜거나 꺼 주세요.'),
  }),
  faq: z.object({ questions: uniqueItems(question), note: optionalLine('안내 문구') }),
  replies: z.object({ replies: uniqueItems(reply) }),
} as const;

export type SectionBody<Name extends SectionName> = z.output<(typeof sectionSchemas)[Name]>;
export type BookingRules = SectionBody<'booking'>;
export type AnySectionBody = SectionBody<SectionName>;

const sectionParams = z.object({ section: z.enum(sectionNames, '설정을 확인해 주세요.') });
/** Checked against the schema of its section by the handler. */
const sectionBody = z.record(z.string(), z.unknown());
const baseVersion = z.int().check(z.minimum(0), z.maximum(MAX_VERSION));
const edit = z.object({ body: sectionBody, baseVersion });

const change = {
  /** The login id of the admin; null for the initial content and for deleted accounts. */
  changedBy: z.nullable(z.string()),
  changedAt: isoDateTime,
};

const draft = z.strictObject({ body: sectionBody, baseVersion, ...change });
const publication = { version: z.number(), body: sectionBody, ...change };
const sectionVersion = z.strictObject({
  ...publication,
  /** When a legal document was withdrawn before its day; null for all others. */
  withdrawnAt: z.nullable(isoDateTime),
});
export type SectionVersion = z.output<typeof sectionVersion>;

/** The newest version that was not withdrawn. `version` counts withdrawn ones, and the next publication names it as its base. */
const section = z.strictObject({ ...publication, draft: z.nullable(draft) });
export type Section = z.output<typeof section>;

const sectionSummary = z.strictObject({
  section: z.enum(sectionNames),
  version: z.number(),
  ...change,
  hasDraft: z.boolean(),
});
export type SectionSummary = z.output<typeof sectionSummary>;

/** Everything that visitors read and admins edit, by the endpoint that sends it. */
const { studio, home, introduce, pages, categories, packages, notices, hours, faq } = studioEndpoints;
const siteContent = z.strictObject({
  studio: studio.response,
  home: home.response,
  introduce: introduce.response,
  pages: pages.response,
  categories: categories.response,
  packages: packages.response,
  notices: notices.response,
  hours: hours.response,
  faq: faq.response,
  legal: z.record(z.enum(legalDocumentKinds), legalEndpoints.legalDocument.response),
});
export type SiteContent = z.output<typeof siteContent>;

export const settingsEndpoints = {
  previewContent: endpoint({
    method: 'GET',
    path: '/api/admin/settings/preview',
    summary: '미리보기: 초안이 있는 설정은 초안으로, 나머지는 게시한 내용으로',
    access: 'admin',
    rateLimit: 'read',
    response: siteContent,
  }),
  listSections: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    summary: '설정 목록: 마지막으로 게시한 때와 초안의 유무',
    access: 'admin',
    rateLimit: 'read',
    response: z.array(sectionSummary),
  }),
  getSection: endpoint({
    method: 'GET',
    path: '/api/admin/settings/{section}',
    summary: '게시한 내용과 초안',
    access: 'admin',
    rateLimit: 'read',
    params: sectionParams,
    response: section,
  }),
  listVersions: endpoint({
    method: 'GET',
    path: '/api/admin/settings/{section}/versions',
    summary: '변경 기록, 최신순 50개',
    access: 'admin',
    rateLimit: 'read',
    params: sectionParams,
    response: z.array(sectionVersion),
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/{section}/draft',
    summary: '초안 저장. 방문자에게는 보이지 않습니다.',
    access: 'admin',
    rateLimit: 'write',
    params: sectionParams,
    body: edit,
  }),
  deleteDraft: endpoint({
    method: 'DELETE',
    path: '/api/admin/settings/{section}/draft',
    summary: '초안 삭제. 초안이 없어도 성공합니다.',
    access: 'admin',
    rateLimit: 'write',
    params: sectionParams,
  }),
  publishSection: endpoint({
    method: 'POST',
    path: '/api/admin/settings/{section}/publish',
    summary: '내용 게시. 방문자에게 바로 보이고 초안은 지워집니다.',
    access: 'admin',
    rateLimit: 'write',
    params: sectionParams,
    body: z.extend(edit, {
      /** For meeting hours: ids of the reservations that do not fit them and that the admin keeps. */
      keptReservations: z.optional(z.array(entityId)),
    }),
    response: section,
    errors: ['SETTINGS_CHANGED', 'RESERVATIONS_COLLIDE'],
  }),
} as const;
