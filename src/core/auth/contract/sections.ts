import { defineSection } from '#core/content/contract/content-section.ts';
import { check } from '#core/content/contract/field.ts';

/** What the studio requires of logins. */
export const authSections = {
  security: defineSection({
    name: 'security',
    group: 'team',
    position: 20,
    title: '로그인 보안',
    summary: '모든 관리자에게 2단계 로그인을 요구할지 정합니다.',
    path: '/',
    fields: {
      /** When true, admins without a second factor have the rights of a member and can set one up. */
      requiresSecondFactor: check('모든 관리자가 2단계 로그인을 켜야 관리할 수 있습니다.'),
    },
  }),
};
