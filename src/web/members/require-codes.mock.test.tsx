import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { Studio } from '#contract/studio.ts';
import { siteContent } from '#test/factories/site-content.ts';
import { ApiError } from '#web/api/api.ts';
import { JoinSheet } from './join/join-sheet.tsx';
import { ExportDialog } from './profile/export-dialog.tsx';
import FindIdPage from './recovery/find-id-page.tsx';
import FindPasswordPage from './recovery/find-password-page.tsx';
import RegisterPage from './register/register-page.tsx';
import SocialProfilePage from './register/social-profile-page.tsx';

vi.mock('#web/api/queries.ts', () => ({
  useApiQuery: () => ({ error: new ApiError(403, {}), isPending: false }),
}));
vi.mock('#web/api/browser-api.ts', () => ({ browserApi: {} }));
vi.mock('#web/shell/require-role.tsx', () => ({
  RequireRole: ({ children }: { children: ReactElement }) => children,
}));

vi.mock('#web/auth/oauth-handoff.ts', () => ({ hasOauthHandoff: () => false }));
vi.stubGlobal('matchMedia', () => ({ matches: false }));
vi.stubGlobal('navigator', { userAgent: '' });

const { studio } = siteContent;
const show = (page: () => ReactElement, changes: Partial<Studio>): string => {
  const router = createMemoryRouter([{ id: 'root', path: '*', element: page() }], {
    hydrationData: { loaderData: { root: { ...studio, providers: ['kakao'], ...changes } } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />).replaceAll('<!-- -->', '');
};
const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

const nothing = () => undefined;
const places = [
  ['register', () => <RegisterPage />, '회원가입을'],
  ['social-extra', () => <SocialProfilePage />, '회원가입을'],
  ['find-id', () => <FindIdPage />, '아이디 찾기를'],
  ['find-password', () => <FindPasswordPage />, '비밀번호 찾기를'],
  [
    'the booking sheet',
    () => (
      <JoinSheet onLeave={nothing} onLogin={() => Promise.resolve()} onClose={nothing}>
        <p>예약</p>
      </JoinSheet>
    ),
    '회원가입을',
  ],
  ['the download of own data', () => <ExportDialog onClose={nothing} />, '내 정보 내려받기를'],
] as const;

describe('without a provider of text messages', () => {
  it.each(places)(
    '%s of a public site says that it is not possible and how to reach the studio',
    (_, page, task) => {
      const html = show(page, { codeDelivery: 'NONE', phone: '02-1234-5678', email: 'studio@example.kr' });
      expect(textOf(html)).toContain(
        `지금은 ${task} 할 수 없습니다. 스튜디오로 연락해 주시면 도와드리겠습니다.`,
      );
      expect(html).toContain('href="tel:0212345678"');
      expect(html).toContain('href="mailto:studio@example.kr"');
      for (const promise of ['인증번호', '문자', '<input']) expect(html).not.toContain(promise);
    },
  );

  it('the booking sheet of a public site still offers the login, also by Kakao', () => {
    const sheet = show(places[4][1], { codeDelivery: 'NONE' });
    expect(textOf(sheet)).toMatch(/로그인 .*카카오로 시작하기/);
    expect(sheet).not.toContain('>회원가입</');
  });

  it.each(places.filter(([name]) => name !== 'the booking sheet'))(
    '%s of a private site says where the code appears',
    (_, page) => {
      const html = show(page, { codeDelivery: 'OUTBOX' });
      expect(textOf(html)).toContain(
        '인증번호는 서버를 실행한 터미널과 data/outbox/sms.jsonl 파일에 표시됩니다.',
      );
    },
  );

  it.each(places)('%s of a site with a provider says nothing of it', (_, page) => {
    const text = textOf(show(page, { codeDelivery: 'SMS' }));
    expect(text).not.toContain('sms.jsonl');
    expect(text).not.toContain('할 수 없습니다. 스튜디오로');
  });
});
