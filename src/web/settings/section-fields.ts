import { weekdayNames } from '#contract/schedule.ts';
import type { SectionName } from '#contract/studio-settings.ts';
import { shootTypeLabels, shootTypes } from '#contract/shoot-types.ts';
import { alimtalkSection, messagesSection } from './message-sections.ts';
import { pagesSection } from './page-sections.ts';
import { line, number, text, type SectionField, type SectionText } from './section-field.ts';

const documentFields: readonly SectionField[] = [
  {
    kind: 'date',
    name: 'effectiveOn',
    label: '시행일',
    hint: '게시하는 날부터 7일 뒤, 회원에게 불리하거나 중요한 변경이면 30일 뒤부터 시행할 수 있습니다. 그때까지 모든 화면 위에 안내합니다.',
  },
  { kind: 'check', name: 'isUnfavourable', label: '회원에게 불리하거나 중요한 변경입니다. (30일 전에 안내)' },
  {
    kind: 'document',
    name: 'text',
    label: '내용',
    hint: '‘## ’로 시작하는 줄은 제목, ‘- ’로 시작하는 줄은 목록입니다. {상호}처럼 중괄호로 묶은 이름에는 기본 정보가 표시됩니다. 게시한 내용은 고칠 수 없고, 바꾸려면 새 시행일로 다시 게시합니다.',
  },
];

/** Titles, fields and labels of all sections, in the order of the menu. */
export const sectionTexts: Readonly<Record<SectionName, SectionText>> = {
  identity: {
    title: '기본 정보',
    summary: '상호, 사업자 정보, 연락처. 모든 화면의 아래쪽과 문자에 표시됩니다.',
    path: '/',
    fields: [
      line('name', '상호'),
      line('representative', '대표자'),
      line('businessNumber', '사업자등록번호', '000-00-00000'),
      line('mailOrderNumber', '통신판매업 신고번호'),
      line('address', '주소'),
      line('phone', '전화번호'),
      line('email', '이메일'),
      line('privacyOfficer', '개인정보 보호책임자'),
      line('hosting', '호스팅 제공자', '서버를 운영하는 곳입니다. 직접 운영하면 ‘자체 서버’라고 적습니다.'),
    ],
  },
  home: {
    title: '첫 화면',
    summary: '대표 사진 위의 문구. 사진은 ‘사진 관리’에서 고릅니다.',
    path: '/',
    fields: [
      text('headline', '대표 문구', '두 줄까지 입력할 수 있습니다.'),
      line('description', '검색 결과에 보일 설명'),
    ],
  },
  introduce: {
    title: '소개',
    summary: '스튜디오를 소개하는 글과 사진',
    path: '/introduce',
    fields: [
      text('headline', '제목', '두 줄로 나누려면 줄을 바꾸세요.'),
      text('lead', '소개 글'),
      { kind: 'photo', name: 'photoId', label: '사진' },
      line('principlesTitle', '작은 제목'),
      {
        kind: 'items',
        name: 'principles',
        label: '내용',
        noun: '내용',
        fields: [line('title', '제목'), text('body', '내용')],
        blank: { title: '', body: '' },
      },
      text('invitation', '초대하는 글'),
    ],
  },
  pages: pagesSection,
  location: {
    title: '오시는 길',
    summary: '영업시간, 찾아오는 방법, 주차. 주소와 전화번호는 기본 정보에서 바꿉니다.',
    path: '/introduce',
    fields: [text('hours', '영업시간'), text('directions', '찾아오는 방법'), text('parking', '주차')],
  },
  booking: {
    title: '예약 규칙',
    summary: '언제까지 예약하고 바꿀 수 있는지',
    path: '/reserve',
    fields: [
      number('horizonDays', '며칠 뒤까지 예약을 받을까요? (일)', '오늘부터 365일까지 정할 수 있습니다.'),
      number('leadHours', '미팅 몇 시간 전에 마감할까요? (시간)', '0이면 시작할 때까지 예약을 받습니다.'),
      number('changeHours', '미팅 몇 시간 전까지 취소하고 변경할 수 있을까요? (시간)'),
      number('maxUpcoming', '한 회원이 예약해 둘 수 있는 미팅 (건)'),
      number('maxPerDate', '한 회원이 하루에 예약할 수 있는 미팅 (건)'),
      number('holdMinutes', '선택한 시간을 확보해 두는 시간 (분)'),
    ],
  },
  hours: {
    title: '미팅 시간',
    summary: '요일마다 미팅을 예약할 수 있는 시간. 내일부터 바꿀 수 있습니다.',
    path: '/reserve',
    fields: [
      {
        kind: 'date',
        name: 'effectiveFrom',
        label: '적용을 시작하는 날',
        hint: '그 전날까지는 지금 시간이 그대로입니다. 이날부터 바꾸기로 해 둔 시간이 있으면 이 시간으로 대신합니다.',
      },
      ...weekdayNames.map((name, index): SectionField => ({
        kind: 'slots',
        name,
        label: `${'월화수목금토일'.charAt(index)}요일`,
        others: weekdayNames.filter((other) => other !== name),
      })),
    ],
  },
  links: {
    title: '소셜 링크',
    summary: '소셜 미디어와 카카오톡 채널의 주소',
    path: '/introduce',
    fields: [
      line('socialLink', '소셜 미디어', '비워 두면 표시되지 않습니다.'),
      line('kakaoChannel', '카카오톡 채널', '예: https://pf.kakao.com/_abcde'),
    ],
  },
  categories: {
    title: '카테고리 소개',
    summary: '풍경, 제품, 음식, 웨딩을 소개하는 글',
    path: '/category/LANDSCAPE',
    fields: shootTypes.map((type) => ({
      kind: 'group',
      name: type,
      label: shootTypeLabels[type],
      fields: [
        line('summary', '한 줄 소개'),
        text('description', '설명'),
        text('preparation', '미팅 준비 안내', '예약을 마친 분께 보여 드립니다. 비워 두면 표시하지 않습니다.'),
      ],
    })),
  },
  packages: {
    title: '상품과 가격',
    summary: '촬영 상품의 구성과 시작 가격',
    path: '/price',
    fields: [
      {
        kind: 'items',
        name: 'packages',
        label: '상품',
        noun: '상품',
        fields: [
          {
            kind: 'select',
            name: 'shootType',
            label: '카테고리',
            options: shootTypes.map((value) => ({ value, label: shootTypeLabels[value] })),
          },
          line('name', '이름'),
          line('summary', '한 줄 소개'),
          {
            kind: 'price',
            name: 'priceWon',
            label: '시작 가격(원)',
            hint: '비워 두면 ‘상담 후 안내’로 표시됩니다.',
          },
          { kind: 'lines', name: 'includes', label: '구성', hint: '한 줄에 하나씩 입력해 주세요.' },
          { kind: 'photo', name: 'photoId', label: '사진' },
          { kind: 'check', name: 'isShotInStudio', label: '스튜디오에서 촬영' },
          { kind: 'check', name: 'isHidden', label: '방문자에게 숨기기' },
        ],
        blank: {
          shootType: 'LANDSCAPE',
          name: '',
          summary: '',
          priceWon: null,
          includes: [],
          photoId: null,
          isShotInStudio: false,
          isHidden: false,
        },
      },
    ],
  },
  notices: {
    title: '공지사항',
    summary: '휴무와 새 소식. 하나를 골라 첫 화면에 띄울 수 있습니다.',
    path: '/notice',
    fields: [
      {
        kind: 'items',
        name: 'notices',
        label: '공지',
        noun: '공지',
        fields: [
          line('title', '제목'),
          text('body', '내용'),
          { kind: 'check', name: 'isPinned', label: '첫 화면 맨 위에 띄우기' },
          {
            kind: 'date',
            name: 'visibleFrom',
            label: '표시를 시작하는 날',
            hint: '비워 두면 바로 보입니다.',
          },
          { kind: 'date', name: 'visibleUntil', label: '표시를 마치는 날', hint: '비워 두면 계속 보입니다.' },
        ],
        blank: { title: '', body: '', isPinned: false, visibleFrom: null, visibleUntil: null },
      },
    ],
  },
  terms: {
    title: '이용약관',
    summary: '회원이 가입할 때 동의하는 약관',
    path: '/terms',
    fields: documentFields,
  },
  over14: {
    title: '만 14세 이상 이용 안내',
    summary: '가입할 때 나이를 확인하는 이유와 방법',
    path: '/over14',
    fields: documentFields,
  },
  refund: {
    title: '취소·환불 규정',
    summary: '촬영을 취소할 때의 환불 기준. 이용약관에도 표시됩니다.',
    path: '/refund',
    fields: documentFields,
  },
  privacy: {
    title: '개인정보처리방침',
    summary: '수집하는 개인정보와 그 처리를 위탁하는 업체',
    path: '/privacy',
    fields: [
      ...documentFields,
      {
        kind: 'check',
        name: 'asksConsent',
        label:
          '수집하는 목적이나 항목이 늘어났습니다. (시행일부터 예약과 문의를 등록할 때 다시 동의를 받습니다)',
      },
      {
        kind: 'items',
        name: 'processors',
        label: '수탁자',
        noun: '수탁자',
        fields: [
          line('name', '수탁자'),
          line('work', '위탁 업무'),
          line('period', '보유·이용 기간'),
          line('country', '국가', '국외 업체만 입력합니다.'),
          line('contact', '연락처', '국외 업체만 입력합니다.'),
        ],
        blank: { name: '', work: '', period: '', country: '', contact: '' },
      },
    ],
  },
  security: {
    title: '로그인 보안',
    summary: '모든 관리자에게 2단계 로그인을 요구할지 정합니다.',
    path: '/',
    fields: [
      {
        kind: 'check',
        name: 'requiresSecondFactor',
        label: '모든 관리자가 2단계 로그인을 켜야 관리할 수 있습니다.',
      },
    ],
  },
  faq: {
    title: '자주 묻는 질문',
    summary: '질문과 답변',
    path: '/faq',
    fields: [
      {
        kind: 'items',
        name: 'questions',
        label: '질문',
        noun: '질문',
        fields: [line('title', '질문'), text('body', '답변')],
        blank: { title: '', body: '' },
      },
      line('note', '안내 문구', '제목 아래에 작게 표시됩니다. 비워 두어도 됩니다.'),
    ],
  },
  replies: {
    title: '답변 문구',
    summary: '자주 쓰는 답변. 문의에 답변할 때 골라 넣습니다.',
    path: '/question',
    fields: [
      {
        kind: 'items',
        name: 'replies',
        label: '문구',
        noun: '문구',
        fields: [line('title', '제목', '답변 문구를 고를 때 표시됩니다.'), text('body', '내용')],
        blank: { title: '', body: '' },
      },
    ],
  },
  messages: messagesSection,
  alimtalk: alimtalkSection,
};
