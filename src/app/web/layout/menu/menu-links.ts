import { paths } from '#core/content/web/paths.ts';

export interface MenuLink {
  readonly label: string;
  readonly to: string;
}

export const siteLinks: readonly MenuLink[] = [
  { label: '소개', to: paths.introduce() },
  { label: '가격', to: paths.price() },
  { label: '예약', to: paths.reserve() },
  { label: '1:1 문의', to: paths.questionIntro() },
];

export const guestLinks: readonly MenuLink[] = [{ label: '로그인', to: paths.login() }];

/** Menu links of a logged-in member, next to the logout button. */
export const memberLinks: readonly MenuLink[] = [{ label: '예약 내역', to: paths.reservationHistory() }];

export const accountLinks: readonly MenuLink[] = [
  { label: '내 정보', to: paths.myInfo() },
  { label: '비밀번호 변경', to: paths.changePassword() },
  { label: '회원 탈퇴', to: paths.withdraw() },
];

export const adminLinks: readonly MenuLink[] = [
  { label: '사진 관리', to: paths.adminPhotos() },
  { label: '문의 관리', to: paths.adminQuestions() },
  { label: '예약 관리', to: paths.adminReservations() },
  { label: '회원 관리', to: paths.adminMembers() },
  { label: '일정 관리', to: paths.adminSchedule() },
  { label: '설정', to: paths.settings() },
];
