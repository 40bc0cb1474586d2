import * as z from 'zod/mini';
import { calendarDate } from '#platform/contract/seoul-time.ts';
import { formatPhone } from '#platform/contract/text/format-phone.ts';
import { accentLabels } from './accents.ts';
import { shootType, SHOOT_TYPE_PATTERN } from './categories.ts';
import { proposeCategoryCode } from './category-codes.ts';
import { defineSection, type SectionBody } from './content-section.ts';
import {
  check,
  field,
  isUnique,
  itemOf,
  items,
  itemsOf,
  line,
  logo,
  optionalLine,
  optionalText,
  photo,
  select,
  text,
  type Fields,
} from './field.ts';
import { documentText } from './legal/document-body.ts';
import { legalDocumentTitles, type LegalDocumentKind } from './legal/documents.ts';
import { pageFields } from './page-texts.ts';

const PAGE = 2_000;

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

const EMAIL = '이메일 주소를 확인해 주세요.';
const email = z.string(EMAIL).check(
  z.overwrite((value) => value.trim()),
  z.email(EMAIL),
  z.maxLength(100, EMAIL),
);

const MAX_SHOWN_CATEGORIES = 12;
const CODE =
  '영문 대문자로 시작해 대문자, 숫자, 밑줄(_)만 2~30자로 입력해 주세요. 끝에 _MAIN은 쓸 수 없습니다.';
const categoryFields = {
  name: line('이름', { max: 10 }),
  /** The category's id: its `ShootType`. */
  code: field(
    'categoryCode',
    '코드',
    z.string(CODE).check(z.refine((value) => value === '' || SHOOT_TYPE_PATTERN.test(value), CODE)),
    '주소에 쓰이는 영문 이름으로, 게시한 뒤에는 바꿀 수 없습니다.',
  ),
  summary: line('한 줄 소개'),
  description: text('설명'),
  preparation: optionalText('미팅 준비 안내', {
    hint: '예약을 마친 분께 보여 드립니다. 비워 두면 표시하지 않습니다.',
  }),
  isHidden: field('check', '방문자에게 숨기기', z._default(z.boolean(), false)),
};
const categoryItem = itemOf(categoryFields).check(
  z.overwrite((item) => ({ ...item, code: item.code === '' ? proposeCategoryCode(item.name) : item.code })),
  z.refine(({ code }) => code !== '', { path: ['code'], error: CODE }),
);
const categoryList = itemsOf(
  { label: '카테고리', noun: '카테고리', fields: categoryFields, min: 1 },
  categoryItem,
);

const PRICE = '0부터 100,000,000까지의 금액을 숫자로 입력해 주세요.';
const packageFields = {
  shootType: field('category', '카테고리', shootType),
  name: line('이름', { max: 40 }),
  summary: line('한 줄 소개'),
  /** Starting price in won; null when it is agreed on in the consultation. */
  priceWon: field(
    'price',
    '시작 가격(원)',
    z.nullable(z.int(PRICE).check(z.minimum(0, PRICE), z.maximum(100_000_000, PRICE))),
    '비워 두면 ‘상담 후 안내’로 표시됩니다.',
  ),
  includes: field(
    'lines',
    '구성',
    z.array(line('구성').schema).check(z.maxLength(20, '20개까지 등록할 수 있습니다.')),
    '한 줄에 하나씩 입력해 주세요.',
  ),
  shootingTime: optionalLine('촬영 시간', { max: 20, hint: '예: 2시간' }),
  retouched: optionalLine('보정본', { max: 20, hint: '예: 10장' }),
  delivery: optionalLine('전달 기간', { max: 20, hint: '예: 2주' }),
  options: optionalText('추가 선택', {
    hint: '한 줄에 하나씩, ‘추가 보정 1장 20,000원’처럼 금액을 끝에 입력해 주세요.',
  }),
  photoId: photo('사진'),
  /** Whether the booking form suggests the studio as the place of the shoot. */
  isShotInStudio: field('check', '스튜디오에서 촬영', z._default(z.boolean(), false)),
  /** Hidden packages are not offered to visitors. */
  isHidden: field('check', '방문자에게 숨기기', z._default(z.boolean(), false)),
};
const packageDraft = z.extend(itemOf(packageFields), {
  /** Set by the server on publication: the id of the package's version. */
  versionId: z.optional(z.int()),
});
export type PackageDraft = z.output<typeof packageDraft>;

const optionalDate = z._default(z.nullable(calendarDate), null);

/** The fields that the versions of all documents have. */
const documentFields = {
  /** The first day on which the version is in force (`YYYY-MM-DD`). */
  effectiveOn: field(
    'date',
    '시행일',
    calendarDate,
    '게시하는 날부터 7일 뒤, 회원에게 불리하거나 중요한 변경이면 30일 뒤부터 시행할 수 있습니다. 그때까지 모든 화면 위에 안내합니다.',
  ),
  /** Whether the version is announced at least 30 instead of 7 days ahead. */
  isUnfavourable: check('회원에게 불리하거나 중요한 변경입니다. (30일 전에 안내)'),
  text: field(
    'document',
    '내용',
    documentText,
    '‘## ’로 시작하는 줄은 제목, ‘- ’로 시작하는 줄은 목록입니다. {상호}처럼 중괄호로 묶은 이름에는 기본 정보가 표시됩니다. 게시한 내용은 고칠 수 없고, 바꾸려면 새 시행일로 다시 게시합니다.',
  ),
};

const processorFields = {
  name: line('수탁자'),
  work: line('위탁 업무'),
  period: line('보유·이용 기간'),
  /** Both empty for processors in Korea. */
  country: optionalLine('국가', { hint: '국외 업체만 입력합니다.' }),
  contact: optionalLine('연락처', { hint: '국외 업체만 입력합니다.' }),
};
const processor = itemOf(processorFields).check(
  z.refine(({ country, contact }) => (country === '') === (contact === ''), {
    path: ['contact'],
    error: '국외 업체는 국가와 연락처를 모두 입력해 주세요.',
  }),
);

/** Sections of the site's content, except the legal documents. What the law requires of every studio on every page cannot be empty. */
export const contentSections = {
  identity: defineSection({
    name: 'identity',
    group: 'site',
    position: 1,
    title: '기본 정보',
    summary: '상호, 사업자 정보, 연락처. 모든 화면의 아래쪽과 문자에 표시됩니다.',
    path: '/',
    fields: {
      name: line('상호', { max: 40 }),
      representative: line('대표자', { max: 40 }),
      businessNumber: line(
        '사업자등록번호',
        { max: 20, hint: '000-00-00000' },
        z.regex(/^\d{3}-\d{2}-\d{5}$/, '000-00-00000 형식으로 입력해 주세요.'),
      ),
      mailOrderNumber: optionalLine('통신판매업 신고번호', {
        max: 60,
        hint: '신고하지 않았으면 비워 둡니다.',
      }),
      address: line('주소', { max: 200 }),
      phone: line(
        '전화번호',
        { max: 20 },
        z.regex(/^[0-9+-]{8,20}$/, '숫자와 하이픈(-)으로 입력해 주세요.'),
        z.overwrite(formatPhone),
      ),
      email: field('line', '이메일', email),
      privacyOfficer: line('개인정보 보호책임자', { max: 40 }),
      hosting: line('호스팅 제공자', {
        max: 60,
        hint: '서버를 운영하는 곳입니다. 직접 운영하면 ‘자체 서버’라고 적습니다.',
      }),
    },
  }),
  home: defineSection({
    name: 'home',
    group: 'site',
    position: 2,
    title: '홈',
    summary: '대표 사진 위의 문구. 사진은 ‘사진 관리’에서 선택합니다.',
    path: '/',
    fields: {
      headline: text(
        '대표 문구',
        { max: 60, hint: '두 줄까지 입력할 수 있습니다.' },
        z.refine((value) => value.split('\n').length <= 2, '두 줄까지 입력할 수 있습니다.'),
      ),
      description: line('검색 결과에 보일 설명', { max: 200 }),
    },
  }),
  look: defineSection({
    name: 'look',
    group: 'site',
    position: 2.5,
    title: '로고와 색',
    summary: '화면 위의 로고와 버튼의 색',
    path: '/',
    fields: {
      logo: logo(
        '로고',
        'PNG, JPEG, WebP, SVG 파일을 2MB까지 올릴 수 있습니다. 비워 두면 상호가 표시됩니다. 가로와 세로가 비슷하면 휴대폰 홈 화면에도 표시됩니다.',
      ),
      darkLogo: logo(
        '다크 모드 로고',
        '다크 모드에서 대신 표시할 로고입니다. 비워 두면 같은 로고가 표시됩니다.',
      ),
      accent: select('색', accentLabels, '색을 선택해 주세요.'),
    },
  }),
  introduce: defineSection({
    name: 'introduce',
    group: 'site',
    position: 3,
    title: '소개',
    summary: '스튜디오를 소개하는 글과 사진',
    path: '/introduce',
    fields: {
      headline: text('제목', { max: 60, hint: '두 줄로 나누려면 줄을 바꾸세요.' }),
      lead: text('소개 글'),
      photoId: photo('사진'),
      principlesTitle: line('소제목'),
      principles: items('내용', '내용', { title: line('제목'), body: text('내용') }, { max: 6 }),
      invitation: text('마무리 글'),
    },
  }),
  pages: defineSection({
    name: 'pages',
    group: 'site',
    position: 4,
    title: '화면 문구',
    summary: '홈, 소개, 가격, 예약 화면의 제목과 안내, 검색 결과에 보일 설명',
    path: '/price',
    fields: pageFields,
  }),
  location: defineSection({
    name: 'location',
    group: 'site',
    position: 5,
    title: '오시는 길',
    summary: '영업시간, 찾아오는 방법, 주차. 주소와 전화번호는 기본 정보에서 바꿉니다.',
    path: '/introduce',
    fields: {
      hours: optionalText('영업시간'),
      directions: optionalText('찾아오는 방법'),
      parking: optionalText('주차'),
    },
  }),
  links: defineSection({
    name: 'links',
    group: 'site',
    position: 8,
    title: '소셜 링크',
    summary: '소셜 미디어와 카카오톡 채널의 주소',
    path: '/introduce',
    fields: {
      socialLink: field('line', '소셜 미디어', webAddress, '비워 두면 표시되지 않습니다.'),
      kakaoChannel: field('line', '카카오톡 채널', webAddress, '예: https://pf.kakao.com/_abcde'),
    },
  }),
  categories: defineSection({
    name: 'category-list',
    group: 'site',
    position: 9,
    title: '카테고리',
    summary: '촬영 종류의 이름, 순서, 소개 글. 추가하거나 숨길 수 있습니다.',
    path: '/',
    fields: {
      categories: {
        ...categoryList,
        schema: categoryList.schema.check(
          z.refine((list) => isUnique(list.map(({ code }) => code)), '같은 코드를 두 번 쓸 수 없습니다.'),
          z.refine((list) => isUnique(list.map(({ name }) => name)), '같은 이름을 두 번 쓸 수 없습니다.'),
          z.refine((list) => {
            const shown = list.filter(({ isHidden }) => !isHidden).length;
            return shown >= 1 && shown <= MAX_SHOWN_CATEGORIES;
          }, `방문자에게 보이는 카테고리는 1개부터 ${MAX_SHOWN_CATEGORIES}개까지입니다.`),
        ),
      },
    },
  }),
  packages: defineSection({
    name: 'packages',
    group: 'site',
    position: 10,
    title: '상품과 가격',
    summary: '촬영 상품의 구성과 시작 가격',
    path: '/price',
    fields: {
      packages: itemsOf({ label: '상품', noun: '상품', fields: packageFields }, packageDraft),
    },
  }),
  notices: defineSection({
    name: 'notices',
    group: 'site',
    position: 11,
    title: '공지사항',
    summary: '휴무와 새 소식. 하나를 골라 홈에 띄울 수 있습니다.',
    path: '/notice',
    fields: {
      notices: items('공지', '공지', {
        title: line('제목'),
        body: text('내용', { max: PAGE }),
        /** The first pinned notice that visitors see today is also shown in the bar above the home page. */
        isPinned: field('check', '홈 맨 위에 띄우기', z._default(z.boolean(), false)),
        /** First and last day on which visitors see it (inclusive, in Seoul); null for no limit. */
        visibleFrom: field('date', '표시 시작일', optionalDate, '비워 두면 바로 보입니다.'),
        visibleUntil: field('date', '표시 종료일', optionalDate, '비워 두면 계속 보입니다.'),
      }),
    },
  }),
  faq: defineSection({
    name: 'faq',
    group: 'site',
    position: 12,
    title: '자주 묻는 질문',
    summary: '질문과 답변',
    path: '/faq',
    fields: {
      questions: items('질문', '질문', { title: line('질문'), body: text('답변', { max: PAGE }) }),
      note: optionalLine('안내 문구', { hint: '제목 아래에 작게 표시됩니다. 비워 두어도 됩니다.' }),
    },
  }),
  opening: defineSection({
    name: 'opening',
    group: 'site',
    position: 21,
    title: '준비 중',
    summary: '홈페이지를 열기 전까지 방문자에게 연락처만 표시합니다.',
    path: '/',
    fields: {
      /** If so, one page with the studio's name or logo, picture and contact replaces all public pages except the legal documents. */
      isNotOpenYet: check(
        '준비 중입니다. 방문자에게는 상호, 사진, 연락처만 보이고, 로그인과 관리 화면, 약관은 그대로 쓸 수 있습니다.',
      ),
    },
  }),
};

/** A document has the title and path of its kind. */
const defineDocument = <F extends Fields>(
  kind: LegalDocumentKind,
  position: number,
  summary: string,
  fields: F,
) => {
  const title = legalDocumentTitles[kind];
  return defineSection({ name: kind, group: 'legal', position, title, summary, path: `/${kind}`, fields });
};

const privacyFields = {
  ...documentFields,
  /** Whether the policy collects more than before. If so, members agree to it, once in force, before they book or ask a question. */
  asksConsent: check(
    '수집하는 목적이나 항목이 늘어났습니다. 시행일부터 예약하거나 문의할 때 다시 동의를 받습니다.',
  ),
  processors: itemsOf({ label: '수탁자', noun: '수탁자', fields: processorFields }, processor),
};

/** The legal documents, of which the newest version need not be in force. */
export const documentSections = {
  terms: defineDocument('terms', 16, '회원이 가입할 때 동의하는 약관', documentFields),
  privacy: defineDocument('privacy', 17, '수집하는 개인정보와 그 처리를 위탁하는 업체', privacyFields),
  over14: defineDocument('over14', 18, '가입할 때 나이를 확인하는 이유와 방법', documentFields),
  refund: defineDocument(
    'refund',
    19,
    '촬영을 취소할 때의 환불 기준. 이용약관에도 표시됩니다.',
    documentFields,
  ),
} satisfies Readonly<Record<LegalDocumentKind, object>>;

export type PrivacyPolicy = SectionBody<typeof documentSections.privacy>;
