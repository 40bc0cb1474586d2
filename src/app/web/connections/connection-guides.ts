import type { ConnectionName } from '../../contract/connections.ts';

interface Guide {
  readonly title: string;
  /** The provider's console; absent where there are many providers. */
  readonly console?: { readonly label: string; readonly url: string };
  /** What to do, in order. */
  readonly steps: readonly string[];
}

export const connectionGuides: Readonly<Record<ConnectionName, Guide>> = {
  solapi: {
    title: '문자와 알림톡: 솔라피',
    console: { label: '솔라피 콘솔', url: 'https://console.solapi.com' },
    steps: [
      '가입하고 발신번호를 등록합니다. 심사는 보통 하루 안에 마칩니다.',
      '잔액을 충전합니다.',
      '개발/연동에서 API 키를 만들어 아래에 입력합니다.',
    ],
  },
  sens: {
    title: '문자와 알림톡: 네이버 클라우드 SENS',
    console: { label: '네이버 클라우드 콘솔', url: 'https://console.ncloud.com' },
    steps: [
      'Simple & Easy Notification Service에서 SMS 서비스를 만듭니다.',
      'SMS의 Calling Number에 발신번호를 등록합니다. 심사는 보통 하루 안에 마칩니다.',
      '계정 관리에서 인증키를 만들어 아래에 입력합니다. 요금은 나중에 내며, 충전할 잔액이 없습니다.',
    ],
  },
  mail: {
    title: '이메일',
    steps: [
      '네이버 메일이나 Gmail처럼 사용하고 있는 메일에서 SMTP를 사용하도록 설정합니다.',
      '2단계 인증을 사용하는 메일이면 앱 비밀번호를 만듭니다.',
      '메일의 도움말에 있는 보내는 메일 서버(SMTP)와 포트를 아래에 입력합니다.',
    ],
  },
  kakao: {
    title: '카카오 로그인',
    console: { label: 'Kakao Developers', url: 'https://developers.kakao.com' },
    steps: [
      '앱을 만들고 스튜디오의 이름과 아이콘을 등록합니다.',
      '카카오 로그인과 OpenID Connect를 모두 사용하도록 설정합니다.',
      'REST API 키에 아래 리디렉션 주소를 등록합니다.',
      '동의항목에서 profile_nickname을 선택 동의로 정합니다.',
    ],
  },
  naver: {
    title: '네이버 로그인',
    console: { label: 'NAVER Developers', url: 'https://developers.naver.com' },
    steps: [
      '앱을 등록하고 사용 API로 네이버 로그인을 고릅니다.',
      '제공 정보는 회원이름 하나만 추가 동의로 고릅니다.',
      'PC 웹과 모바일 웹의 Callback URL에 아래 리디렉션 주소를 등록합니다.',
      '관리자로 등록한 아이디로 시험한 다음 검수를 요청합니다.',
    ],
  },
  google: {
    title: 'Google 로그인',
    console: { label: 'Google Cloud 콘솔', url: 'https://console.cloud.google.com' },
    steps: [
      'Google Auth Platform에 스튜디오의 이름과 연락처를 등록합니다.',
      '웹 클라이언트를 만들고 승인된 리디렉션 URI에 아래 주소를 등록합니다.',
      '시험이 끝나면 대상에서 앱을 게시합니다.',
    ],
  },
  backup: {
    title: '백업을 복사할 버킷',
    steps: [
      'S3를 지원하는 저장소에서 비공개 버킷을 만듭니다. 홈페이지의 사진과 다른 버킷이어야 합니다.',
      '그 버킷의 읽기, 쓰기, 삭제, 목록 권한만 있는 키를 만들어 아래에 입력합니다.',
      '백업에는 고객의 정보와 비밀 키가 들어 있습니다. 버킷을 다른 사람과 공유하지 마세요.',
    ],
  },
};
