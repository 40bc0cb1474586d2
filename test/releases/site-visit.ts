import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Photo } from '#contract/photos.ts';
import type { Question } from '#contract/questions.ts';
import type { Reservation } from '#contract/reservations.ts';
import { addDays, seoulDate } from '#contract/seoul-time.ts';

/** A running site and its data folder, in which SMS are recorded. */
export interface Site {
  readonly url: string;
  readonly dataDir: string;
}

interface Credentials {
  readonly loginId: string;
  readonly password: string;
}

/** What the member and visitors see of a visit. */
interface VisibleVisit {
  readonly reservation: Pick<Reservation, 'reservationCode' | 'date' | 'time'>;
  readonly question: Pick<Question, 'title' | 'content'> & { readonly answer: string };
  /** Width and height of the photo's JPEG in pixels. */
  readonly photo: readonly [number, number];
}

/** A visit to a site: who did it and what it left. */
export interface VisitRecord {
  readonly owner: Credentials;
  readonly member: Credentials;
  readonly photoName: string;
  readonly visible: VisibleVisit;
}

interface Call {
  readonly body?: object;
  readonly token?: string;
}

const LAST_BOOKED_DAY = 20;

interface UploadTarget {
  readonly signedUrl: string;
  readonly savedFileName: string;
  readonly headers: Record<string, string>;
}

/** Calls an endpoint, POST if there is a body. Throws unless it succeeds. */
const call = async <Body = unknown>(
  { url }: Site,
  path: string,
  { body, token }: Call = {},
): Promise<Body> => {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as Body;
};

const logIn = async (site: Site, { loginId, password }: Credentials): Promise<string> =>
  (await call<{ accessToken: string }>(site, '/api/auth/login', { body: { loginId, password } })).accessToken;

/** The code in the newest SMS. */
const readCode = async ({ dataDir }: Site): Promise<string> => {
  const lines = (await readFile(join(dataDir, 'outbox/sms.jsonl'), 'utf8')).trimEnd().split('\n');
  const code = /(?<!\d)\d{6}(?!\d)/.exec((JSON.parse(lines.at(-1) ?? '') as { text: string }).text)?.[0];
  if (code === undefined) throw new Error('no code was sent');
  return code;
};

const register = async (site: Site): Promise<Credentials> => {
  const member = { loginId: `visitor${randomInt(1e9)}`, password: 'Visitor!2026' };
  const phoneNumber = `010${String(randomInt(1e8)).padStart(8, '0')}`;
  await call(site, `/api/member/send-code?phoneNumber=${phoneNumber}`, { body: {} });
  await call(site, '/api/member/register', {
    body: {
      ...member,
      confirmPassword: member.password,
      name: '김방문',
      phoneNumber,
      code: await readCode(site),
      agreements: { all: true, over14: true, terms: true, privacy: true },
    },
  });
  return member;
};

/** A day on which the meeting of this slot can be booked. By the specified endpoint, which every release has. */
const findFreeDate = async (site: Site, time: string): Promise<string> => {
  for (let day = 2; day <= LAST_BOOKED_DAY; day += 1) {
    const date = addDays(seoulDate(new Date()), day);
    const booked = await call<string[]>(site, `/api/reservation/booked-times?date=${date}`);
    if (!booked.includes(time)) return date;
  }
  throw new Error(`no free time in the next ${LAST_BOOKED_DAY} days`);
};

const book = async (site: Site, token: string): Promise<void> => {
  const time = '15-16';
  const body = {
    date: await findFreeDate(site, time),
    time,
    shootType: 'WEDDING',
    desiredShootDate: '가을 주말',
    location: '한강공원',
    notes: '첫째 줄\n둘째 줄',
  };
  await call(site, '/api/reservation', { body, token });
};

const createPhoto = (): Promise<Buffer> => {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  return sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
};

/** Uploads and publishes a JPEG and returns its name. */
export const uploadPhoto = async (site: Site, credentials: Credentials, bytes: Buffer): Promise<string> => {
  const token = await logIn(site, credentials);
  const originalFileName = '꽃.jpg';
  const file = { fileName: originalFileName, contentType: 'image/jpeg', contentLength: bytes.length };
  const target = await call<UploadTarget>(site, '/api/admin/photo/generate-signed-url', {
    body: file,
    token,
  });
  const { signedUrl, headers, savedFileName } = target;
  const put = await fetch(new URL(signedUrl, site.url), {
    method: 'PUT',
    headers,
    body: new Uint8Array(bytes),
  });
  if (!put.ok) throw new Error(`upload: ${put.status}`);
  const metadata = { category: 'FOOD', originalFileName, savedFileName, alt: '꽃' };
  return (await call<Photo>(site, '/api/admin/photo/save-metadata', { body: metadata, token })).savedFileName;
};

/** Reads what a visit left. Throws if the owner or the member cannot log in or something is missing. */
export const readVisit = async (
  site: Site,
  { owner, member, photoName }: Omit<VisitRecord, 'visible'>,
): Promise<VisibleVisit> => {
  await logIn(site, owner);
  const token = await logIn(site, member);
  const [reservation] = await call<Reservation[]>(site, '/api/reservation/my', { token });
  const [question] = await call<Question[]>(site, '/api/question/my', { token });
  const photos = await call<Photo[]>(site, '/api/photo/category-detail/FOOD');
  const photo = photos.find(({ savedFileName }) => savedFileName === photoName);
  if (reservation === undefined || question?.answer == null || photo === undefined)
    throw new Error('the reservation, the answered question or the photo is missing');
  const image = await fetch(new URL(photo.imageUrl, site.url));
  const { width, height } = await sharp(await image.arrayBuffer()).metadata();
  const { reservationCode, date, time } = reservation;
  const { title, content, answer } = question;
  return {
    reservation: { reservationCode, date, time },
    question: { title, content, answer: answer.content },
    photo: [width, height],
  };
};

/** Registers a member who books and asks; the owner answers and publishes a photo. */
export const visitSite = async (site: Site, owner: Credentials): Promise<VisitRecord> => {
  const member = await register(site);
  const token = await logIn(site, member);
  const ownerToken = await logIn(site, owner);
  const question = { title: '주차할 수 있나요?', content: '차 두 대로 갑니다.', secret: true };
  const { id } = await call<Question>(site, '/api/question', { body: question, token });
  const answer = { content: '네, 건물 뒤에 주차하실 수 있습니다.' };
  await call(site, `/api/admin/question/${id}/answer`, { body: answer, token: ownerToken });
  await book(site, token);
  const record = { owner, member, photoName: await uploadPhoto(site, owner, await createPhoto()) };
  return { ...record, visible: await readVisit(site, record) };
};
