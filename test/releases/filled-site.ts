import { createHash } from 'node:crypto';
import { sectionNames } from '#app/server/features.ts';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { Notification } from '#core/messages/contract/notifications.ts';
import type { MemberSummary } from '#features/members/contract/admin-members.ts';
import type { AvailableDay, Reservation } from '#features/reservations/contract/reservations.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { TokenPair } from '#platform/contract/sessions.ts';
import { allPhotoCategories } from '#test/factories/default-categories.ts';
import { book, type Hold } from './fill-reservations.ts';
import { acceptInvitation, logInAsChief, type Chief } from './fill-staff.ts';
import { call, completeProfile, logIn, send, type Credentials, type Site } from './site-client.ts';

/** Answers of the site by path. */
type Answers = Readonly<Record<string, unknown>>;

/** What a filled site shows whom. */
interface FilledSite {
  /** What time does not change. */
  readonly lasting: { readonly guest: Answers; readonly member: Answers; readonly admin: Answers };
  /** SHA-256 of public photos and private pictures. */
  readonly files: Readonly<Record<string, string>>;
  /** What the site shows for an hour to a day only: holds and open invitations. */
  readonly passing: Answers;
}

/** Who filled a site, and what it showed at last. */
export interface FilledRecord {
  readonly chief: Chief;
  readonly client: Credentials;
  readonly hold: Hold;
  /** The token of an open invitation. */
  readonly invitation: string;
  /** The refresh tokens of a member who logged in with Kakao, and of one who has not completed the profile. */
  readonly refreshTokens: { readonly member: string; readonly newcomer: string };
  /** The server's clock when it was left. */
  readonly leftAt: string;
  readonly seen: FilledSite;
}

type Filled = Omit<FilledRecord, 'seen'>;

/** Depends on the time, the settings or the program that answers. After 0.2.1 `customerId` replaced `memberId`. */
const UNSTABLE = new Set([
  'changeableUntil',
  'confirmationsTo',
  'imageUrl',
  'isPast',
  'lastLoginAt',
  'memberId',
  'placeholder',
  'providers',
  'sources',
  'upcomingDocuments',
]);

const SETTINGS = '/api/admin/settings';
const categoryNames = { LANDSCAPE: '풍경', PRODUCT: '제품', FOOD: '음식', WEDDING: '웨딩' };

/** Up to 0.2.1 the section of the categories had another name, and the four of the specification by their ids. */
const listCategories = (key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (key === 'body' && 'LANDSCAPE' in value)
    return {
      categories: Object.entries(categoryNames).map(([code, name]) => ({
        id: code,
        code,
        name,
        isHidden: false,
        ...(value as Readonly<Record<string, object>>)[code],
      })),
    };
  if (!(`${SETTINGS}/categories` in value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([path, answer]) => [
      path.replace(new RegExp(`^${SETTINGS}/categories\\b`), `${SETTINGS}/category-list`),
      answer,
    ]),
  );
};

const MEMBER_PAGE = /^\/api\/admin\/members\/([0-9a-f-]+)$/;

interface MemberAnswer {
  readonly id: string;
  readonly name: string;
  readonly phoneNumber: string;
  readonly loginId: string;
  readonly joinedAt: string;
  readonly note: unknown;
}

/** Up to 0.2.1 a member had a page of their own instead of a customer's. */
const findCustomers = (answers: unknown): unknown => {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return answers;
  return Object.fromEntries(
    Object.entries(answers as Readonly<Record<string, MemberAnswer>>).map(([path, answer]) => {
      if (!MEMBER_PAGE.test(path)) return [path, answer];
      const { id, name, phoneNumber, ...account } = answer;
      const { loginId, joinedAt, note } = account;
      const customer = { id, name, phoneNumber: phoneNumber || null, account: { loginId, joinedAt, note } };
      return [path.replace('/members/', '/customers/'), customer];
    }),
  );
};

/**
 * Removes what is unstable, which releases to come may find more of. A held slot is free later. Up to 0.2.1 the lead of a legal
 * document was a list of strings.
 */
export const keepStable = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) => {
    if (UNSTABLE.has(key)) return undefined;
    if (key === 'lead' && Array.isArray(value))
      return value.map((block: unknown) => (typeof block === 'string' ? { text: block } : block));
    return key === 'state' && value === 'HELD' ? 'FREE' : findCustomers(listCategories(key, value));
  });

const ask = async (site: Site, paths: readonly string[], token?: string): Promise<Answers> => {
  const answers: Record<string, unknown> = {};
  for (const path of paths) answers[path] = keepStable(await call(site, path, { token }));
  return answers;
};

const categoryPages = ['FOOD', 'WEDDING'].map((name) => `/api/photo/category-detail/${name}`);
const guestPages = [
  '/api/studio',
  ...['home', 'introduce', 'categories', 'packages', 'notices', 'faq'].map((name) => `/api/studio/${name}`),
  '/api/photo/home',
  '/api/photo/latest',
  ...categoryPages,
  '/api/question',
  `/api/question/search/title?keyword=${encodeURIComponent('얼마나')}`,
];

/** The texts of the documents. That of the privacy policy names what the program stores. */
const readDocuments = async (site: Site): Promise<Answers> => {
  const answers: Record<string, unknown> = {};
  for (const kind of ['terms', 'over14', 'refund'])
    for (const version of [1, 2]) {
      const path = `/api/legal/${kind}?v=${version}`;
      const { state: _, ...document } = await call<{ state: unknown }>(site, path);
      answers[path] = document;
    }
  return answers;
};

const memberPages = [
  '/api/member/profile',
  '/api/member/profile/phone',
  '/api/member/messages',
  '/api/reservation/my',
  '/api/question/my',
];

const readAsMember = async (site: Site, token: string): Promise<Answers> => {
  const reservations = await call<Reservation[]>(site, '/api/reservation/my', { token });
  return ask(site, [...memberPages, ...reservations.map(({ id }) => `/api/reservation/${id}`)], token);
};

const photoPages = allPhotoCategories.map((category) => `/api/admin/photo?category=${category}`);
const sectionPages = sectionNames.flatMap((name) => [`${SETTINGS}/${name}`, `${SETTINGS}/${name}/versions`]);

/** Messages by their id, because each login of an admin adds one. Queued ones are sent after an update. */
const readMessages = async (site: Site, token: string): Promise<Answers> => {
  const messages = await call<Notification[]>(site, '/api/admin/notification', { token });
  return Object.fromEntries(
    messages.map((message) => {
      const { id, kind, questionId, reservationId, memberName, createdAt } = message;
      const isQueued = message.state === 'QUEUED';
      return [id, isQueued ? { kind, questionId, reservationId, memberName, createdAt } : message];
    }),
  );
};

const readAsAdmin = async (site: Site, token: string, leftAt: string): Promise<Answers> => {
  const today = seoulDate(new Date(leftAt));
  const months = new Set([today, addDays(today, 30)].map((date) => date.slice(0, 7)));
  const members = await call<MemberSummary[]>(site, '/api/admin/members', { token });
  const reservations = await call<Reservation[]>(site, '/api/admin/reservation', { token });
  const { staff } = await call<{ staff: unknown }>(site, '/api/admin/staff', { token });
  const { url } = await call<{ url: string | null }>(site, '/api/admin/calendar-feed', { token });
  const paths = [
    ...members.map(({ id }) => `/api/admin/customers/${id}`),
    '/api/admin/reservation',
    ...reservations.map(({ id }) => `/api/admin/reservation/${id}`),
    ...[...months].map((month) => `/api/admin/reservation/schedule?month=${month}`),
    '/api/admin/closure',
    '/api/admin/question',
    '/api/admin/totp',
    ...photoPages,
    ...sectionPages,
  ];
  return {
    ...(await ask(site, paths, token)),
    members,
    staff: keepStable(staff),
    messages: await readMessages(site, token),
    calendarFeed: url?.replace(site.url, ''),
  };
};

const readFiles = async (
  site: Site,
  tokens: { member: string; admin: string },
): Promise<FilledSite['files']> => {
  const hashes: Record<string, string> = {};
  const readFile = async (name: string, path: string, token?: string): Promise<void> => {
    const bytes = new Uint8Array(await (await send(site, path, { token })).arrayBuffer());
    hashes[name] = createHash('sha256').update(bytes).digest('hex');
  };
  for (const page of photoPages)
    for (const photo of await call<AdminPhoto[]>(site, page, { token: tokens.admin }))
      await readFile(photo.savedFileName, photo.imageUrl);
  for (const { id } of await call<Reservation[]>(site, '/api/reservation/my', { token: tokens.member })) {
    const path = `/api/reservation/${id}`;
    const { pictureIds } = await call<{ pictureIds: string[] }>(site, path, { token: tokens.member });
    for (const picture of pictureIds)
      for (const [reader, token] of Object.entries(tokens))
        await readFile(`${picture} as ${reader}`, `/api/private-file/${picture}`, token);
  }
  return hashes;
};

const readPassing = async (
  site: Site,
  { hold }: Pick<Filled, 'hold'>,
  tokens: { member: string; admin: string },
): Promise<Answers> => {
  const { date } = hold.meeting;
  const readDay = async (viewer: { token?: string; cookie?: string }): Promise<unknown> => {
    const path = `/api/reservation/availability?month=${date.slice(0, 7)}`;
    const day = (await call<AvailableDay[]>(site, path, viewer)).find((one) => one.date === date);
    // Up to version 0.2.1 a slot that somebody else holds was TAKEN.
    return {
      ...day,
      slots: day?.slots.map((slot) => (slot.state === 'HELD' ? { ...slot, state: 'TAKEN' } : slot)),
    };
  };
  const { invitations } = await call<{ invitations: unknown }>(site, '/api/admin/staff', {
    token: tokens.admin,
  });
  return {
    dayOfGuest: await readDay({ cookie: hold.cookie }),
    dayOfMember: await readDay({ token: tokens.member }),
    invitations,
  };
};

/** Reads everything that a filled site has, as those who can see it. */
export const readFilledSite = async (site: Site, filled: Filled): Promise<FilledSite> => {
  const tokens = {
    member: await logIn(site, filled.client),
    admin: await logInAsChief(site, filled.chief),
  };
  return {
    lasting: {
      guest: { ...(await ask(site, guestPages)), ...(await readDocuments(site)) },
      member: await readAsMember(site, tokens.member),
      admin: await readAsAdmin(site, tokens.admin, filled.leftAt),
    },
    files: await readFiles(site, tokens),
    passing: await readPassing(site, filled, tokens),
  };
};

const renewSession = async (site: Site, refreshToken: string): Promise<string> =>
  (await call<TokenPair>(site, '/api/auth/reissue', { body: { refreshToken } })).accessToken;

/** Goes on with what was begun: sessions, an incomplete profile, the open invitation, the held slot and the recovery codes. */
export const resumeVisit = async (
  site: Site,
  { refreshTokens, invitation, hold, client, chief }: Filled,
): Promise<void> => {
  const token = await renewSession(site, refreshTokens.member);
  await call(site, '/api/reservation/my', { token });
  await completeProfile(site, await renewSession(site, refreshTokens.newcomer));
  await acceptInvitation(site, invitation, 'newcomer');
  await book(site, await logIn(site, client), hold.meeting);
  await logIn(site, chief, chief.recoveryCodes[0]);
};
