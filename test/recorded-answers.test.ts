import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { createTinyImage } from '#test/factories/photos.ts';
import { createTestApp } from './test-app.ts';

const RECORDED = 'test/recorded-answers.jsonl';
const PHONE = '01012345678';

const app = await createTestApp();

interface Answer {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
}
const answers: Answer[] = [];

/** Values that differ in each run: ids, codes, tokens, times and what is derived from them. */
const VARYING =
  /^(?:id|reservationCode|accessToken|refreshToken|savedFileName|signedUrl|imageUrl|srcset|createdAt|changeableUntil|contentHash|placeholder)$/;

const normalize = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(normalize);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      VARYING.test(key) && inner !== null ? typeof inner : normalize(inner),
    ]),
  );
};

/** Sends a request and keeps its normalized answer under `name`. Returns the answer as it was sent. */
const call = async (
  name: string,
  method: string,
  path: string,
  { body, token }: { body?: unknown; token?: string } = {},
): Promise<Record<string, string>> => {
  const response = await app.request(method, path, body, token === undefined ? {} : { token });
  const text = await response.text();
  const parsed: unknown = text === '' ? null : JSON.parse(text);
  answers.push({ name, status: response.status, body: normalize(parsed) });
  return (parsed ?? {}) as Record<string, string>;
};

const recordVisitor = async (): Promise<void> => {
  await call('home photos', 'GET', '/api/photo/home');
  await call('photos', 'GET', '/api/photo?category=FOOD');
  await call('category photos', 'GET', '/api/photo/category-detail/FOOD');
  await call('check id', 'GET', '/api/member/check-id?loginId=recorded');
  await call('check phone', 'GET', `/api/member/check-phone?phoneNumber=${PHONE}`);
  await call('booked times', 'GET', '/api/reservation/booked-times?date=2026-11-25');
  await call('questions', 'GET', '/api/question');
};

const recordRegistration = async (): Promise<string> => {
  await call('send code', 'POST', `/api/member/send-code?phoneNumber=${PHONE}`);
  const form = {
    loginId: 'recorded',
    password: 'password1',
    confirmPassword: 'password1',
    name: '김기록',
    phoneNumber: PHONE,
    agreements: { all: true, over14: true, terms: true, privacy: true },
  };
  await call('register', 'POST', '/api/member/register', { body: { ...form, code: app.sentCode(PHONE) } });
  await call('check taken id', 'GET', '/api/member/check-id?loginId=recorded');
  await call('check taken phone', 'GET', `/api/member/check-phone?phoneNumber=${PHONE}`);
  await call('wrong login', 'POST', '/api/auth/login', {
    body: { loginId: 'recorded', password: 'wrong123' },
  });
  const login = { loginId: 'recorded', password: 'password1' };
  const { refreshToken } = await call('login', 'POST', '/api/auth/login', { body: login });
  const { accessToken = '' } = await call('reissue', 'POST', '/api/auth/reissue', { body: { refreshToken } });
  return accessToken;
};

const recordMember = async (token: string): Promise<string> => {
  const slot = { date: '2026-11-25', time: '12-13' };
  const body = { shootType: 'FOOD', ...slot, desiredShootDate: '12월 첫 주', location: '연남동', notes: '' };
  await call('profile', 'GET', '/api/member/profile', { token });
  const { reservationCode = '' } = await call('reserve', 'POST', '/api/reservation', { body, token });
  await call('reserve taken', 'POST', '/api/reservation', {
    body: { ...body, location: '성수동' },
    token,
  });
  await call('reserve without place', 'POST', '/api/reservation', { body: { ...body, location: '' }, token });
  await call('my reservations', 'GET', '/api/reservation/my', { token });
  await call('booked times after', 'GET', '/api/reservation/booked-times?date=2026-11-25');
  const question = { title: '촬영 문의', content: '주차할 수 있나요?' };
  const { id } = await call('ask', 'POST', '/api/question', { body: question, token });
  await call('edit question', 'PUT', `/api/question/${id}`, { body: question, token });
  await call('my questions', 'GET', '/api/question/my', { token });
  await call('search title', 'GET', '/api/question/search/title?keyword=촬영');
  await call('search content', 'GET', '/api/question/search/content?keyword=주차');
  await call('not an admin', 'GET', '/api/admin/member', { token });
  return `${id} ${reservationCode}`;
};

const recordAdmin = async (token: string, [questionId, code]: readonly string[]): Promise<void> => {
  const slot = { date: '2026-11-25', timeSlot: '15-16' };
  const block = '/api/admin/reservation/block-time';
  await call('all reservations', 'GET', '/api/admin/reservation', { token });
  await call('search name', 'GET', '/api/admin/reservation/search/name?name=김기록', { token });
  await call('search code', 'GET', `/api/admin/reservation/search/code?code=${code}`, { token });
  await call('block', 'POST', block, { body: slot, token });
  await call('block booked', 'POST', block, { body: { ...slot, timeSlot: '12-13' }, token });
  await call('blocked times', 'GET', '/api/admin/reservation/blocked-times?date=2026-11-25', { token });
  await call('unblock', 'DELETE', block, { body: slot, token });
  await call('members', 'GET', '/api/admin/member', { token });
  const answerPath = `/api/admin/question/${questionId}/answer`;
  const { id } = await call('answer', 'POST', answerPath, { body: { content: '두 대 가능합니다.' }, token });
  await call('edit answer', 'PUT', `/api/admin/question/answer/${id}`, { body: { content: '네.' }, token });
  await call('answered questions', 'GET', '/api/question');
  await call('delete answer', 'DELETE', `/api/admin/question/answer/${id}`, { token });
};

const recordPhotos = async (token: string): Promise<void> => {
  const file = await createTinyImage();
  const upload = { fileName: '꽃.png', contentType: 'image/png' };
  const { signedUrl = '', savedFileName } = await call(
    'signed url',
    'POST',
    '/api/admin/photo/generate-signed-url',
    { body: upload, token },
  );
  const put = await app.hono.request(signedUrl, {
    method: 'PUT',
    headers: { 'content-type': 'image/png', 'content-length': String(file.byteLength) },
    body: new Uint8Array(file),
  });
  answers.push({ name: 'upload', status: put.status, body: null });
  const { id } = await call('save photo', 'POST', '/api/admin/photo/save-metadata', {
    body: { category: 'FOOD_MAIN', originalFileName: '꽃.png', savedFileName },
    token,
  });
  await call('home photos after', 'GET', '/api/photo/home');
  await call('delete photo', 'DELETE', `/api/admin/photo/${id}`, { token });
};

const recordRecovery = async (token: string, questionId: string): Promise<void> => {
  const person = { name: '김기록', phoneNumber: PHONE };
  await call('find id code', 'POST', '/api/member/find-id/send-code', { body: person });
  const found = { ...person, code: app.sentCode(PHONE) };
  await call('find id', 'POST', '/api/member/find-id/verify', { body: found });
  const owner = { ...person, loginId: 'recorded' };
  await call('find password code', 'POST', '/api/member/find-pw/send-code', { body: owner });
  const verified = { ...owner, code: app.sentCode(PHONE) };
  await call('find password verify', 'POST', '/api/member/find-pw/verify-code', { body: verified });
  const passwords = { oldPassword: 'wrong123', newPassword: 'password2' };
  await call('change password', 'PUT', '/api/member/profile/password', { body: passwords, token });
  await call('delete question', 'DELETE', `/api/question/${questionId}`, { token });
  await call('reset password', 'PUT', '/api/member/find-pw/reset', {
    body: { ...verified, password: 'password3' },
  });
};

const recordWithdrawal = async (token: string): Promise<void> => {
  await call('withdraw', 'DELETE', '/api/member', { token });
  await call('withdrawn profile', 'GET', '/api/member/profile', { token });
};

it('the calls of the specification answer as recorded, apart from ids, codes and times and from added fields', async () => {
  await recordVisitor();
  const token = await recordRegistration();
  const created = (await recordMember(token)).split(' ');
  const admin = await insertAdmin(app, { loginId: 'recorder', name: '관리자', phone: '01087654321' });
  await recordAdmin(admin.accessToken, created);
  await recordPhotos(admin.accessToken);
  await recordRecovery(token, created[0]!);
  const leaver = await insertMember(app, { name: '이탈퇴' });
  await recordWithdrawal(leaver.accessToken);
  await call('logout', 'POST', '/api/auth/logout', { token: admin.accessToken, body: {} });
  const lines = (await readFile(RECORDED, 'utf8')).trim().split('\n');
  expect(answers).toMatchObject(lines.map((line) => JSON.parse(line) as Answer));
});
