import defaultContent from '#content/default-content.json' with { type: 'json' };
import { featureSection } from '#core/content/server/feature-section.ts';
import type { Feature } from '#core/feature/server/feature.ts';
import { sessionEndpoints } from '#platform/contract/sessions.ts';
import { authEndpoints } from '../contract/auth.ts';
import { memberEndpoints } from '../contract/members.ts';
import { authPages } from '../contract/pages.ts';
import { authSections } from '../contract/sections.ts';
import { totpEndpoints } from '../contract/totp.ts';
import { authTables } from './described-tables.ts';
import { securityMessageKinds } from './notices/message-kinds.ts';
import { authRoutes } from './routes.ts';
import { mountSocialLogin } from './social/routes.ts';
import { unlinkOrphanedIdentities } from './social/unlink-orphaned-identities.ts';

export const auth = {
  endpoints: {
    auth: { ...authEndpoints, ...sessionEndpoints },
    members: memberEndpoints,
    staff: totpEndpoints,
  },
  pages: authPages,
  routes: authRoutes,
  mount: mountSocialLogin,
  tables: authTables,
  purposes: [
    {
      name: '회원가입',
      items: '아이디, 비밀번호, 이름, 휴대폰 번호, 동의 기록',
      reason: '본인 확인, 중복 가입 방지, 회원 관리, 인증번호 발송',
      retention: '탈퇴할 때까지. 동의 기록은 탈퇴 후 3년',
    },
    {
      name: '소셜 로그인',
      items:
        '소셜 로그인 제공자로부터 받는 회원 식별값, 연결 해제용 토큰(네이버, Google), 이름, 휴대폰 번호, 동의 기록',
      reason: '본인 확인, 회원 관리, 탈퇴 시 제공자와의 연결 해제',
      retention: '탈퇴할 때까지. 가입을 마치지 않으면 하루',
    },
  ],
  messages: securityMessageKinds,
  sections: [featureSection(authSections.security, defaultContent.security)],
  intervalJobs: [{ delayMs: 60_000, run: unlinkOrphanedIdentities }],
} satisfies Feature;
