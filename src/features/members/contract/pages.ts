import type { Page } from '#platform/contract/page.ts';

export const memberPages = {
  findId: { path: '/find-id', title: '아이디 찾기', audience: 'guest', sendsNoReferrer: true },
  findPassword: { path: '/find-password', title: '비밀번호 찾기', audience: 'guest', sendsNoReferrer: true },
  myInfo: {
    path: '/my-info',
    title: '내 정보',
    audience: 'private',
    menu: { name: 'account', label: '내 정보', position: 1 },
  },
  changePassword: {
    path: '/change-password',
    title: '비밀번호 변경',
    audience: 'private',
    menu: { name: 'account', label: '비밀번호 변경', position: 2 },
  },
  withdraw: {
    path: '/withdraw',
    title: '회원 탈퇴',
    audience: 'private',
    menu: { name: 'account', label: '회원 탈퇴', position: 3 },
  },
  setup: { path: '/setup', title: '관리자 계정 만들기', audience: 'private', sendsNoReferrer: true },
  adminMembers: {
    path: '/admin/members',
    title: '회원 관리',
    audience: 'private',
    menu: { name: 'admin', label: '회원 관리', position: 4 },
  },
} as const satisfies Readonly<Record<string, Page>>;
