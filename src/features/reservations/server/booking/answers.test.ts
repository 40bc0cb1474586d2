import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '#core/messages/server/tables.ts';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { createAdminClient, insertPhoneReservation } from '#test/factories/admin-client.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertReservation, postCancel, postReservation } from '#test/factories/reservations.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp } from '#test/test-app.ts';
import type { ReservationDetail } from '../../contract/admin-reservations.ts';
import type { BookingQuestion } from '../../contract/booking-questions.ts';
import type { Reservation, reservationEndpoints } from '../../contract/reservations.ts';
import { reservations } from '../tables.ts';

const app = await createTestApp();
const admin = await insertAdmin(app);
const studio = await createAdminClient(app);

type Question = BookingQuestion & { readonly shootType: string };
const ask = (id: string, changes: Partial<Question> = {}): Question => ({
  id,
  shootType: 'all',
  kind: 'LINE',
  label: `질문 ${id}`,
  help: '',
  unit: '',
  choices: [],
  isRequired: false,
  ...changes,
});
const publish = (...questions: readonly object[]) =>
  publishChange(app, admin, 'bookingQuestions', () => ({ questions }));
const readForm = async (shootType = 'WEDDING') =>
  (await (await app.get(`/api/reservation/form?shootType=${shootType}`)).json()) as ResponseOf<
    typeof reservationEndpoints.bookingForm
  >;
const given = (values: Record<string, string>) =>
  Object.entries(values).map(([id, value]) => ({ id, value }));
/** A request that shows the questions as they are now. */
const answering = async (values: Record<string, string>, changes: object = {}) => ({
  questionsVersion: (await readForm()).questionsVersion,
  answers: given(values),
  ...changes,
});
const book = async (changes: Record<string, unknown>, key?: string) =>
  postReservation(app, await insertMember(app), changes, key);
const refusalOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as ErrorBody),
});
const clearReservations = () => app.db.delete(reservations);

beforeEach(async () => {
  await clearReservations();
  await publish();
});

describe('the questions of the studio', () => {
  it('are none by default, and those of the category in their order', async () => {
    expect(await readForm()).toMatchObject({ questions: [], offersPhone: false });
    await publish(
      ask('wedding', { shootType: 'WEDDING', kind: 'NUMBER', unit: '명', help: '아이를 포함합니다.' }),
      ask('food', { shootType: 'FOOD' }),
      ask('everywhere'),
    );
    const { questions } = await readForm();
    expect(questions.map(({ id }) => id)).toEqual(['wedding', 'everywhere']);
    expect(questions[0]).toEqual({
      id: 'wedding',
      kind: 'NUMBER',
      label: '질문 wedding',
      help: '아이를 포함합니다.',
      unit: '명',
      choices: [],
      isRequired: false,
    });
    expect((await readForm('FOOD')).questions.map(({ id }) => id)).toEqual(['food', 'everywhere']);
    expect((await app.get('/api/reservation/form?shootType=NONE')).status).toBe(400);
  });

  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ask(id, { shootType: 'FOOD' }));
  const choice = (choices: readonly string[]) => ask('a', { kind: 'CHOICE', choices: [...choices] });
  const TOO_FEW = '선택지는 2개부터 8개까지 입력해 주세요.';
  it.each<[string, readonly object[], Record<string, string>]>([
    ['without words', [ask('a', { label: ' ' })], { 'questions.0.label': '질문 항목을 입력해 주세요.' }],
    [
      'of no category',
      [ask('a', { shootType: 'x' })],
      { 'questions.0.shootType': '카테고리를 선택해 주세요.' },
    ],
    ['of no kind', [{ ...ask('a'), kind: 'X' }], { 'questions.0.kind': '답변 방식을 선택해 주세요.' }],
    ['with one choice', [choice(['실내', ' '])], { 'questions.0.choices': TOO_FEW }],
    ['with nine choices', [choice([...'가나다라마바사아자'])], { 'questions.0.choices': TOO_FEW }],
    [
      'with a choice twice',
      [choice(['실내', '실내 '])],
      { 'questions.0.choices': '같은 선택지가 두 번 들어 있습니다.' },
    ],
    [
      'with a long choice',
      [choice(['가'.repeat(41), '나'])],
      { 'questions.0.choices': '선택지는 40자까지 입력할 수 있습니다.' },
    ],
    [
      'that are seven for a category',
      [...six, ask('g')],
      {
        questions: '한 카테고리에서 물을 수 있는 질문은 모든 카테고리의 질문을 더해 6개까지입니다.',
      },
    ],
  ])('questions %s are refused', async (_, questions, fields) => {
    const { version } = await studio.getJson<{ version: number }>('/api/admin/settings/bookingQuestions');
    const response = await studio.post('/api/admin/settings/bookingQuestions/publish', {
      body: { questions },
      baseVersion: version,
    });
    expect(await refusalOf(response)).toMatchObject({ status: 400, fields });
  });

  it('six of a category and six of another are accepted', async () => {
    await publish(...six, ...six.map(({ id }) => ask(`${id}2`, { shootType: 'WEDDING' })));
    expect((await readForm()).questions).toHaveLength(6);
  });
});

describe('answers', () => {
  const choices = ['실내', '야외, 강가'];
  it.each<[Partial<Question>, string, string]>([
    [{ kind: 'LINE' }, '  첫째 아이 ', '첫째 아이'],
    [{ kind: 'TEXT' }, '하나\r\n둘', '하나\n둘'],
    [{ kind: 'NUMBER' }, '0', '0'],
    [{ kind: 'NUMBER', unit: '명' }, ' 012 ', '12명'],
    [{ kind: 'NUMBER', unit: '만원' }, '1,200', '1,200만원'],
    [{ kind: 'CHOICE', choices }, '야외, 강가', '야외, 강가'],
    [{ kind: 'YES_NO' }, '아니요', '아니요'],
  ])('to %j: %j is stored as %j', async (changes, value, answer) => {
    await publish(ask('a', { isRequired: true, ...changes }), ask('b'));
    const response = await book(await answering({ a: value, b: '' }));
    expect(response.status).toBe(201);
    const answers = [{ question: '질문 a', answer }];
    expect(await response.json()).toMatchObject({ answers });
    expect(await app.db.select({ answers: reservations.answers }).from(reservations)).toEqual([{ answers }]);
  });

  it('an optional number of spaces is no answer', async () => {
    await publish(ask('a', { kind: 'NUMBER', unit: '명' }));
    expect((await book(await answering({ a: '  ' }))).status).toBe(201);
    expect(await app.db.select({ answers: reservations.answers }).from(reservations)).toEqual([
      { answers: [] },
    ]);
  });

  const NUMBER = '0부터 999,999,999까지의 숫자를 입력해 주세요.';
  const CHARACTERS = '사용할 수 없는 문자가 들어 있습니다.';
  it.each<[Partial<Question>, string, string]>([
    [{ kind: 'LINE', isRequired: true }, ' ', '답변을 입력해 주세요.'],
    [{ kind: 'LINE' }, '하나\n둘', CHARACTERS],
    [{ kind: 'LINE' }, '가'.repeat(101), '답변은 100자까지 입력할 수 있습니다.'],
    [{ kind: 'TEXT', isRequired: true }, '', '답변을 입력해 주세요.'],
    [{ kind: 'TEXT' }, 'a\u0000b', CHARACTERS],
    [{ kind: 'TEXT' }, '가'.repeat(1_001), '답변은 1,000자까지 입력할 수 있습니다.'],
    [{ kind: 'NUMBER', isRequired: true }, '', '답변을 입력해 주세요.'],
    [{ kind: 'NUMBER' }, '두 명', NUMBER],
    [{ kind: 'NUMBER' }, '-1', NUMBER],
    [{ kind: 'NUMBER' }, '1.5', NUMBER],
    [{ kind: 'NUMBER' }, '1000000000', NUMBER],
    [{ kind: 'CHOICE', choices, isRequired: true }, '', '하나를 선택해 주세요.'],
    [{ kind: 'CHOICE', choices }, '바다', '다시 선택해 주세요.'],
    [{ kind: 'YES_NO', isRequired: true }, '', '하나를 선택해 주세요.'],
    [{ kind: 'YES_NO' }, 'true', '다시 선택해 주세요.'],
  ])('to %j: %j is refused', async (changes, value, message) => {
    await publish(ask('a', changes));
    expect(await refusalOf(await book(await answering({ a: value })))).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      message,
      fields: { 'answers.a': message },
    });
    expect(await app.db.$count(reservations)).toBe(0);
  });

  it('a required answer that is missing, and one to no question, are refused at their fields', async () => {
    await publish(ask('a', { isRequired: true }), ask('food', { shootType: 'FOOD' }));
    expect(await refusalOf(await book(await answering({ food: '네' })))).toMatchObject({
      status: 400,
      fields: { 'answers.a': '답변을 입력해 주세요.', 'answers.food': '질문을 확인해 주세요.' },
    });
    const many = await answering({}, { answers: Array.from({ length: 7 }, () => ({ id: 'a', value: '' })) });
    expect(await refusalOf(await book(many))).toMatchObject({
      status: 400,
      fields: { answers: '사전 질문의 답변을 확인해 주세요.' },
    });
  });

  it('without questions and with optional ones only, a request without answers books as before', async () => {
    const response = await book({});
    expect(response.status).toBe(201);
    expect(Object.keys((await response.json()) as object)).not.toContain('answers');
    await clearReservations();
    await publish(ask('a'));
    expect((await book({})).status).toBe(201);
  });
});

describe('questions that change while a client books', () => {
  const CHANGED = {
    status: 409,
    code: 'QUESTIONS_CHANGED',
    message: '그사이 사전 질문이 바뀌었습니다. 입력하신 내용은 그대로 있으니 질문을 확인해 주세요.',
  };

  it('a request that knows no questions is refused when an answer is required', async () => {
    await publish(ask('a', { isRequired: true }));
    expect(await refusalOf(await book({}))).toEqual(CHANGED);
    expect(await app.db.$count(reservations)).toBe(0);
  });

  it.each<[string, readonly Question[]]>([
    ['other words', [ask('a', { label: '다른 질문' })]],
    ['another kind', [ask('a', { kind: 'NUMBER' })]],
    ['one more question', [ask('a'), ask('b')]],
    ['no questions', []],
  ])('a request that showed the former ones is refused: %s', async (_, questions) => {
    await publish(ask('a'));
    const request = await answering({ a: '하나' });
    await publish(...questions);
    expect(await refusalOf(await book(request))).toEqual(CHANGED);
    expect(await app.db.$count(reservations)).toBe(0);
    expect((await book(await answering(questions.length === 0 ? {} : { a: '1' }))).status).toBe(201);
  });

  it('a change for another category refuses nothing', async () => {
    await publish(ask('a'));
    const request = await answering({ a: '하나' });
    await publish(ask('a'), ask('food', { shootType: 'FOOD' }));
    expect((await book(request)).status).toBe(201);
  });

  it.each([0, -1, 1.5, 2_147_483_648, '1'])('the version %j is invalid', async (questionsVersion) => {
    expect((await book({ questionsVersion })).status).toBe(400);
  });

  it('a version that does not exist showed no questions', async () => {
    expect((await book({ questionsVersion: 2_147_483_647, answers: [] })).status).toBe(201);
    await publish(ask('a'));
    expect((await book({ questionsVersion: 2_147_483_647, answers: [] })).status).toBe(409);
  });
});

describe('a repeated request', () => {
  it('with the same key books once, and with other answers or another meeting is refused', async () => {
    await publish(ask('a'));
    await publishChange(app, admin, 'booking', () => ({ offersPhone: true }));
    const member = await insertMember(app);
    const request = await answering({ a: '하나' });
    const [first, again] = [
      await postReservation(app, member, request, 'key'),
      await postReservation(app, member, request, 'key'),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await first.json());
    for (const changes of [
      { answers: given({ a: '둘' }) },
      { meetingKind: 'PHONE' },
      { answers: undefined },
    ]) {
      const other = await postReservation(app, member, { ...request, ...changes }, 'key');
      expect(await refusalOf(other)).toMatchObject({ status: 422, code: 'KEY_REUSED' });
    }
    // The studio has removed the questions meanwhile. The repeated request still gets its reservation.
    await publish();
    expect((await postReservation(app, member, request, 'key')).status).toBe(201);
    expect(await app.db.$count(reservations)).toBe(1);
    await publishChange(app, admin, 'booking', () => ({ offersPhone: false }));
  });

  it('without a key books once, and with other answers finds the slot taken', async () => {
    await publish(ask('a'));
    const member = await insertMember(app);
    const request = await answering({ a: '하나' });
    expect((await postReservation(app, member, request)).status).toBe(201);
    await publish(ask('b'));
    expect((await postReservation(app, member, request)).status).toBe(201);
    expect((await postReservation(app, member, { ...request, answers: given({ a: '둘' }) })).status).toBe(
      409,
    );
    expect((await postReservation(app, member, { ...request, answers: given({ c: '둘' }) })).status).toBe(
      409,
    );
    expect(await app.db.$count(reservations)).toBe(1);
  });
});

describe('what was answered', () => {
  const QUESTION = { label: '=인원', kind: 'NUMBER', unit: '명' } as const;
  const ANSWERS = [{ question: '=인원', answer: '12명' }];
  const bookAnswered = async (changes: object = {}) => {
    await publish(ask('a', QUESTION));
    const member = await insertMember(app);
    const reservation = await insertReservation(app, member, await answering({ a: '12' }, changes));
    await publish();
    return { member, reservation };
  };

  it('stays as it was asked, for the client and the studio, also after changes', async () => {
    const { member, reservation } = await bookAnswered();
    const { accessToken: token } = member;
    const path = `/api/reservation/${reservation.id}`;
    expect(reservation.answers).toEqual(ANSWERS);
    const own = (await (await app.get('/api/reservation/my', { token })).json()) as Reservation[];
    expect(own).toMatchObject([{ answers: ANSWERS }]);
    expect(await (await app.get(path, { token })).json()).toMatchObject({ answers: ANSWERS });
    const detail = await studio.getJson<ReservationDetail>(`/api/admin/reservation/${reservation.id}`);
    expect(detail.answers).toEqual(ANSWERS);
    const cancelled = await postCancel(app, member, reservation.id);
    expect(await cancelled.json()).toMatchObject({ state: 'CANCELLED', answers: ANSWERS });
  });

  it("is in the studio's CSV without formulas, and never in a calendar", async () => {
    const { member, reservation } = await bookAnswered();
    const csv = await (await studio.get('/api/admin/reservation/export')).text();
    expect(csv.split('\r\n')[0]).toMatch(/,예약 일시,미팅 방법,사전 질문$/);
    expect(csv).toMatch(/,방문,'=인원: 12명\r\n/);
    const { url } = (await (await studio.post('/api/admin/calendar-feed')).json()) as { url: string };
    const feed = await (await app.get(new URL(url).pathname)).text();
    const file = await app.get(`/api/reservation/${reservation.id}/calendar`, { token: member.accessToken });
    for (const text of [feed, await file.text()]) {
      expect(text).toContain(reservation.reservationCode);
      expect(text.replaceAll('\r\n ', '')).not.toMatch(/인원|12명/);
    }
  });

  it('is told to the studio as far as it fits one SMS, and not to the client', async () => {
    await publish(ask('a', QUESTION), ask('b', { label: '아이디어', kind: 'TEXT' }));
    await insertReservation(
      app,
      await insertMember(app),
      await answering({ a: '3', b: `🎂 케이크\n${'가'.repeat(60)}` }),
    );
    const values = Object.fromEntries(
      (await app.db.select().from(notifications).orderBy(desc(notifications.id)).limit(2)).map((row) => [
        row.kind,
        row.values,
      ]),
    );
    expect(values['RESERVATION_BOOKED']).not.toHaveProperty('상세');
    expect(values['NEW_RESERVATION']?.['상세']).toMatch(/^ =인원: 3명, 아이디어: 케이크 가+$/);
  });

  it('goes with the account and with the booking', async () => {
    const { member, reservation } = await bookAnswered();
    const own = eq(reservations.id, reservation.id);
    const messages = eq(notifications.reservationId, reservation.id);
    const stored = async () =>
      JSON.stringify([
        await app.db.select().from(reservations).where(own),
        await app.db.select().from(notifications).where(messages),
      ]);
    expect((await stored()).match(/12명/g)).toHaveLength(2);
    await app.delete('/api/member', undefined, { token: member.accessToken });
    expect(await app.db.select({ answers: reservations.answers }).from(reservations).where(own)).toEqual([
      { answers: [] },
    ]);
    expect(await stored()).not.toMatch(/12명/);
    expect(await app.db.$count(notifications, messages)).toBe(2);
    await app.db.delete(reservations).where(own);
    expect(await app.db.$count(notifications, messages)).toBe(0);
  });

  it('is not asked when the studio enters a booking', async () => {
    await publish(ask('a', { isRequired: true }));
    expect((await insertPhoneReservation(studio)).answers).toBeUndefined();
  });
});
