import { clientPage } from '#core/content/web/page-route.tsx';
import { memberPages as pages } from '../contract/pages.ts';

export const clientRoutes = [
  clientPage(pages.findId, '아이디 찾기', () => import('./recovery/find-id-page.tsx')),
  clientPage(pages.findPassword, '비밀번호 찾기', () => import('./recovery/find-password-page.tsx')),
  clientPage(pages.myInfo, '내 정보', () => import('./account/my-info-page.tsx')),
  clientPage(pages.changePassword, '비밀번호 변경', () => import('./account/change-password-page.tsx')),
  clientPage(pages.withdraw, '회원 탈퇴', () => import('./account/withdraw-page.tsx')),
  clientPage(pages.adminMembers, '회원 관리', () => import('./admin/admin-members-page.tsx')),
];
