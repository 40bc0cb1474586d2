import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { describeWithdrawal } from '#app/web/settings/announcement-texts.ts';
import { PublishDocumentDialog } from '#app/web/settings/publish-document-dialog.tsx';
import { publicationEndpoints } from '#core/content/contract/legal/document-publication.ts';
import { settingsEndpoints } from '#core/content/contract/studio-settings.ts';
import type { Studio } from '#core/content/contract/studio.ts';
import MyInfoPage from '#features/members/web/account/my-info-page.tsx';
import { ExportDialog } from '#features/members/web/profile/own-data.tsx';
import FindIdPage from '#features/members/web/recovery/find-id-page.tsx';
import FindPasswordPage from '#features/members/web/recovery/find-password-page.tsx';
import ShootTypePage from '#features/reservations/web/booking/shoot-type-page.tsx';
import { ApiError } from '#platform/web/client/api/api.ts';
import { siteContent } from '#test/factories/site-content.ts';
import { JoinSheet } from './join/join-sheet.tsx';
import RegisterPage from './register/register-page.tsx';
import SocialProfilePage from './register/social-profile-page.tsx';

const answers = vi.hoisted(() => new Map<unknown, object>());
vi.mock('#platform/web/client/api/queries.ts', () => ({
  useApiQuery: (endpoint: unknown) =>
    answers.has(endpoint)
      ? { data: answers.get(endpoint), isPending: false }
      : { error: new ApiError(403, { code: 'PROFILE_INCOMPLETE' }), isPending: false },
}));
vi.mock('#platform/web/client/api/browser-api.ts', () => ({ browserApi: {} }));
vi.mock('./require-role.tsx', () => ({
  RequireRole: ({ children }: { children: ReactElement }) => children,
}));

vi.mock('#features/reservations/web/booking/use-release-on-exit.ts', () => ({
  useReleaseOnExit: () => undefined,
}));
vi.mock('./oauth-handoff.ts', () => ({
  hasOauthHandoff: () => false,
  useOauthHandoff: () => undefined,
}));
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
const terms = { effectiveOn: '2026-12-31', text: '새 약관' };
const PublishTerms = () => {
  answers.set(settingsEndpoints.getSection, { body: terms });
  answers.set(publicationEndpoints.countRecipients, { members: 3 });
  return <PublishDocumentDialog kind="terms" body={terms} onPublish={nothing} onClose={nothing} />;
};
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

  it.each([
    ['the booking', () => <ShootTypePage />, '지금은 가입하신 회원만', '간단히 가입하시면'],
    ['내 정보', () => <MyInfoPage />, '지금은 문자를 보내지 않습니다.', '항상 알려 드립니다.'],
    [
      'the publication of a document',
      () => <PublishTerms />,
      '회원에게 알리지 않습니다.',
      '3명에게 알립니다.',
    ],
  ])('%s of a public site promises no message', (_, page, denial, promise) => {
    const none = textOf(show(page, { codeDelivery: 'NONE' }));
    expect(none).toContain(denial);
    expect(none).not.toContain(promise);
    const sent = textOf(show(page, { codeDelivery: 'SMS' }));
    expect(sent).not.toContain(denial);
    expect(sent).toContain(promise);
  });

  it('a dialog that needs a code has no empty row of buttons', () => {
    const html = show(() => <ExportDialog onClose={nothing} />, { codeDelivery: 'NONE' });
    expect(html).not.toMatch(/<div( class="[^"]*")?><\/div>/);
  });

  it('the withdrawal of a document promises no message', () => {
    expect(describeWithdrawal('NONE')).toContain('회원에게 알리지 않습니다. 되돌릴 수 없습니다.');
    expect(describeWithdrawal('SMS')).toContain('안내를 받은 회원에게 취소를 알리며');
  });
});
