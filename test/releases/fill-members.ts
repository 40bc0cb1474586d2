import type { MemberSummary } from '#features/members/contract/admin-members.ts';
import type { TokenPair } from '#platform/contract/sessions.ts';
import type { Provider } from '#platform/contract/social-providers.ts';
import { consentAtProvider } from '#test/factories/social-logins.ts';
import type { Account } from '#test/fakes/oidc-server.ts';
import {
  call,
  completeProfile,
  logIn,
  pickPhoneNumber,
  readCode,
  register,
  type Credentials,
  type Site,
} from './site-client.ts';

export interface Member extends Credentials {
  readonly phoneNumber: string;
}

interface Members {
  /** Has changed name, phone number and messages. */
  readonly client: Member;
  readonly clientToken: string;
  /** Withdraws later. */
  readonly leaver: Member;
  readonly leaverToken: string;
  readonly social: TokenPair;
}

/** Logs in at the provider as a browser does. */
export const logInSocially = async (site: Site, provider: Provider, account: Account): Promise<TokenPair> => {
  const begun = await fetch(`${site.url}/oauth2/authorization/${provider}`, { redirect: 'manual' });
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const location = new URL(begun.headers.get('location') ?? '', site.url);
  const path = await consentAtProvider(location, account, site.url);
  const returned = await fetch(`${site.url}${path}`, { redirect: 'manual', headers: { cookie } });
  const page = new URL(returned.headers.get('location') ?? '', site.url);
  const refreshToken = page.searchParams.get('refreshToken') ?? '';
  return call(site, '/api/auth/reissue', { body: { refreshToken }, cookie });
};

/** Sends the password, which releases since 0.2.1 require. */
const changePhone = async (site: Site, token: string, password: string): Promise<string> => {
  const phoneNumber = pickPhoneNumber();
  const path = '/api/member/profile/phone';
  await call(site, `${path}/send-code`, { body: { phoneNumber }, token });
  const body = { phoneNumber, code: await readCode(site, phoneNumber), password };
  await call(site, path, { method: 'PUT', body, token });
  return phoneNumber;
};

/** Registers two members and one with Kakao. */
export const fillMembers = async (site: Site): Promise<Members> => {
  const registered = await register(site, { name: '박예전', phoneNumber: pickPhoneNumber() });
  const clientToken = await logIn(site, registered);
  const client = { ...registered, phoneNumber: await changePhone(site, clientToken, registered.password) };
  const change = { method: 'PUT', token: clientToken } as const;
  await call(site, '/api/member/profile/name', { ...change, body: { name: '박단골' } });
  await call(site, '/api/member/messages', { ...change, body: { reminders: false, answers: true } });
  const phoneNumber = pickPhoneNumber();
  const leaver = { ...(await register(site, { name: '최탈퇴', phoneNumber })), phoneNumber };
  const social = await logInSocially(site, 'kakao', { subject: '4201234567890', nickname: '소셜' });
  await completeProfile(site, social.accessToken);
  return { client, clientToken, leaver, leaverToken: await logIn(site, leaver), social };
};

/** The studio notes something about a member. `token` is an admin's. */
export const writeNote = async (site: Site, token: string, name: string): Promise<void> => {
  const path = '/api/admin/members';
  const query = new URLSearchParams({ name });
  const [member] = await call<MemberSummary[]>(site, `${path}?${query}`, { token });
  const body = { text: '창가 자리를 좋아하심\n주차 한 대', seenAt: null };
  await call(site, `${path}/${member?.id}/note`, { method: 'PUT', body, token });
};
