import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { AccountLinks } from './my-info-page.tsx';
import { WithdrawalEffects } from './withdrawal-effects.tsx';

const profile = vi.hoisted(() => vi.fn<() => object>());
vi.mock('#platform/web/client/api/queries.ts', () => ({
  useApiQuery: (endpoint: unknown) =>
    endpoint === memberEndpoints.profile ? profile() : { data: undefined, isPending: true },
}));

const loading = { data: undefined, isPending: true, isFetched: false };
// The state after a failed request that is being retried.
const failed = { data: undefined, isPending: true, isFetched: true };
const memberOf = (loginId: string) => ({
  data: { loginId, name: '김민수' },
  isPending: false,
  isFetched: true,
});

const show = (element: ReactElement): string => {
  const router = createMemoryRouter([{ path: '*', element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />).replaceAll('<!-- -->', '');
};

beforeEach(() => void profile.mockReset());

describe('pages that depend on the login provider', () => {
  it('the account pages show nothing about the provider while the profile loads', () => {
    profile.mockReturnValue(loading);
    const effects = show(<WithdrawalEffects />);
    expect(effects).not.toMatch(/비밀번호|식별값|삭제되고 모든 기기에서/);
    expect(effects).toContain('회원 정보를 불러오는 중입니다.');
    expect(show(<AccountLinks />)).not.toContain('href');
  });

  it('the account pages cover both kinds of members when the profile cannot be loaded', () => {
    profile.mockReturnValue(failed);
    const effects = show(<WithdrawalEffects />);
    expect(effects).toContain('아이디와 비밀번호(있는 경우), 이름, 휴대폰 번호가 바로 삭제되고');
    expect(effects).toContain('소셜 로그인으로 가입하셨다면 제공자와의 연결도 함께 해제합니다.');
    expect(show(<AccountLinks />)).toMatch(/비밀번호 변경.*회원 탈퇴/);
  });

  it('only members with a password are shown the password text', () => {
    profile.mockReturnValue(memberOf('minsu'));
    const effects = show(<WithdrawalEffects />);
    expect(effects).toContain('아이디, 비밀번호, 이름, 휴대폰 번호가 바로 삭제되고');
    expect(effects).not.toContain('소셜 로그인 연결');
    profile.mockReturnValue(memberOf('네이버 계정'));
    expect(show(<AccountLinks />)).not.toContain('비밀번호 변경');
  });

  it.each([
    ['카카오 계정', '회원 식별값은'],
    ['네이버 계정', '회원 식별값과 연결 해제용 토큰은'],
    ['Google 계정', '회원 식별값과 연결 해제용 토큰은'],
  ])('the withdrawal page names what of a %s is stored until it is unlinked', (loginId, stored) => {
    profile.mockReturnValue(memberOf(loginId));
    const effects = show(<WithdrawalEffects />);
    expect(effects).toContain('>이름, 휴대폰 번호가 바로 삭제되고');
    expect(effects).toContain(`${stored} 연결을 해제한 뒤 늦어도 하루 안에 삭제하며`);
  });
});
