import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { TokenPair } from '#platform/contract/sessions.ts';
import { startOidcServer } from '#test/fakes/oidc-server.ts';
import { startSolapiServer } from '#test/fakes/solapi-server.ts';
import { fillContent } from './fill-content.ts';
import { fillMembers, logInSocially, writeNote } from './fill-members.ts';
import { fillMessages } from './fill-messages.ts';
import { fillPhotos } from './fill-photos.ts';
import { fillQuestions } from './fill-questions.ts';
import { fillHolds, fillNextDay, fillSchedule, fillUpcoming, settle } from './fill-reservations.ts';
import { fillStaff, invite } from './fill-staff.ts';
import { readFilledSite } from './filled-site.ts';
import { call, logIn, type Credentials, type Site } from './site-client.ts';
import { readVisit, visitSite, type VisitRecord } from './site-visit.ts';

type ServerEnv = Readonly<Record<string, string>>;

export interface Release {
  readonly url: string;
  readonly owner: Credentials;
  /** Starts the release; resolves to a function that stops it. */
  start(env: ServerEnv): Promise<() => Promise<void>>;
}

const account = { key: 'KEY', secret: 'SECRET', sender: '0212345678' };

/** Starts the providers of SMS and social logins that the release uses. `now` is the time of its clock. */
const startProviders = async (publicUrl: string, now: () => Date) => {
  const sms = await startSolapiServer({ ...account, now });
  const kakao = await startOidcServer({ provider: 'kakao', publicUrl });
  const naver = await startOidcServer({ provider: 'naver', publicUrl });
  const env: ServerEnv = {
    SMS_PROVIDER: 'solapi',
    SMS_SENDER: account.sender,
    SOLAPI_API_KEY: account.key,
    SOLAPI_API_SECRET: account.secret,
    SOLAPI_URL: sms.url,
    OAUTH_KAKAO_CLIENT_ID: kakao.clientId,
    OAUTH_KAKAO_CLIENT_SECRET: kakao.clientSecret,
    OAUTH_KAKAO_ISSUER: kakao.issuer,
    OAUTH_NAVER_CLIENT_ID: naver.clientId,
    OAUTH_NAVER_CLIENT_SECRET: naver.clientSecret,
    OAUTH_NAVER_ISSUER: naver.issuer,
  };
  const stop = async (): Promise<void> => {
    await Promise.all([sms.close(), kakao.stop(), naver.stop()]);
  };
  return { sms, env, stop };
};

const withdraw = async (site: Site, { loginId, password }: Credentials): Promise<void> => {
  const token = await logIn(site, { loginId, password });
  await call(site, '/api/member', { method: 'DELETE', body: { password }, token });
};

const logInWithWrongPassword = async (site: Site, { loginId }: Credentials): Promise<void> => {
  const refused = await logIn(site, { loginId, password: 'Wrong!2026' }).catch(() => null);
  if (refused !== null) throw new Error('a wrong password was accepted');
};

/**
 * Runs a release for a morning, and for the next evening when meetings are over, which is before today. Leaves it running with
 * all that a site can have. The record is what the release showed at last.
 */
export const visitRelease = async ({ url, owner, start }: Release): Promise<VisitRecord> => {
  const evening = addDays(seoulDate(new Date()), -1);
  let offset = 0;
  const now = (): Date => new Date(Date.now() + offset);
  const { sms, env, stop: stopProviders } = await startProviders(url, now);
  const site: Site = {
    url,
    now,
    readSms: async (phoneNumber) => sms.accepted.findLast(({ to }) => to === phoneNumber)?.text ?? '',
  };
  const startAt = (time: string): Promise<() => Promise<void>> => {
    offset = Date.parse(time) - Date.now();
    return start({ ...env, CLOCK_OFFSET_MS: String(offset) });
  };

  const stop = await startAt(`${addDays(evening, -1)}T10:00:00+09:00`);
  const visit = await visitSite(site, owner);
  const ownerToken = await logIn(site, owner);
  const staff = await fillStaff(site, ownerToken);
  const members = await fillMembers(site);
  await fillContent(site, { owner: ownerToken, chief: staff.chiefToken });
  const morning = await logIn(site, staff.helper);
  await fillPhotos(site, morning);
  await fillQuestions(site, { member: members.clientToken, admin: morning });
  const client = members.clientToken;
  const meetings = await fillNextDay(site, { client, leaver: members.leaverToken, admin: morning });
  await writeNote(site, morning, '박단골');
  await stop();

  await startAt(`${evening}T20:00:00+09:00`);
  const admin = await logIn(site, staff.helper);
  await settle(site, admin, meetings);
  await withdraw(site, members.leaver);
  await logInWithWrongPassword(site, members.client);
  const tokens = { client: await logIn(site, members.client), admin };
  await fillSchedule(site, admin);
  await fillUpcoming(site, tokens);
  const body = { refreshToken: members.social.refreshToken };
  const social = await call<TokenPair>(site, '/api/auth/reissue', { body });
  await fillMessages(site, sms, { member: social.accessToken, admin });
  const newcomer = await logInSocially(site, 'naver', { subject: 'newcomer', nickname: '새손님' });
  const filled = {
    chief: staff.chief,
    client: { loginId: members.client.loginId, password: members.client.password },
    hold: await fillHolds(site, tokens.client),
    invitation: await invite(site, admin),
    refreshTokens: { member: social.refreshToken, newcomer: newcomer.refreshToken },
    leftAt: now().toISOString(),
  };
  const record = {
    ...visit,
    visible: await readVisit(site, visit),
    filled: { ...filled, seen: await readFilledSite(site, filled) },
  };
  await stopProviders();
  return record;
};
