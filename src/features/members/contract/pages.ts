import type { Page } from '#platform/contract/page.ts';

export const memberPages = {
  findId: { path: '/find-id', audience: 'guest', sendsNoReferrer: true },
  findPassword: { path: '/find-password', audience: 'guest', sendsNoReferrer: true },
  myInfo: {
    path: '/my-info',
    menu: { name: 'account', label: '내 정보', position: 1 },
  },
  changePassword: {
    path: '/change-password',
    menu: { name: 'account', label: '비밀번호 변경', position: 2 },
  },
  withdraw: {
    path: '/withdraw',
    menu: { name: 'account', label: '회원 탈퇴', position: 3 },
  },
  adminMembers: {
    path: '/admin/members',
    menu: { name: 'admin', label: '회원 관리', position: 4 },
  },
} as const satisfies Readonly<Record<string, Page>>;
