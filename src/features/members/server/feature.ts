import type { Feature } from '#core/feature/server/feature.ts';
import { adminMemberEndpoints } from '../contract/admin-members.ts';
import { memberPages } from '../contract/pages.ts';
import { profileEndpoints } from '../contract/profile.ts';
import { staffEndpoints } from '../contract/staff.ts';
import { memberRoutes } from './routes.ts';
import { staffRoutes } from './staff/routes.ts';

export const members = {
  endpoints: { members: { ...profileEndpoints, ...adminMemberEndpoints }, staff: staffEndpoints },
  pages: memberPages,
  routes: [...memberRoutes, ...staffRoutes],
  // For notices that this feature queues. The table `notifications` stores them.
  purposes: [
    {
      name: '회원 탈퇴와 번호 변경 안내',
      items: '휴대폰 번호',
      reason: '탈퇴가 완료되었거나 휴대폰 번호가 변경되었음을 알리는 문자의 발송',
      retention: '문자를 보낼 때까지',
    },
  ],
} satisfies Feature;
