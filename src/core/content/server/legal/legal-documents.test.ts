import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import { consents } from '#core/auth/server/tables.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import {
  insertReservation,
  postReservation,
  renewSession,
  reservationBody,
} from '#test/factories/reservations.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import {
  legalDocumentKinds,
  type LegalDocument,
  type LegalDocumentKind,
} from '../../contract/legal/documents.ts';
import type { Section } from '../../contract/studio-settings.ts';
import type { Studio } from '../../contract/studio.ts';

const DAY_MS = 24 * 3_600_000;
const app = await createTestApp({ now: '2026-11-21T01:00:00Z' });
const admin = await insertAdmin(app);
const in7Days = (): string => addDays(seoulDate(app.clock.now()), 7);

const readJson = async <Value>(path: string, accessToken?: string): Promise<Value> => {
  const response = await app.get(path, accessToken === undefined ? {} : { token: accessToken });
  expect(response.status).toBe(200);
  return (await response.json()) as Value;
};
const readDocument = (kind: LegalDocumentKind, query = '') =>
  readJson<LegalDocument>(`/api/legal/${kind}${query}`);
const getSection = (kind: LegalDocumentKind) =>
  readJson<Section>(`/api/admin/settings/${kind}`, admin.accessToken);
const publish = async (kind: LegalDocumentKind, changes: object): Promise<Response> => {
  const { body, version } = await getSection(kind);
  const edit = { body: { ...body, ...changes }, baseVersion: version };
  return app.post(`/api/admin/settings/${kind}/publish`, edit, { token: admin.accessToken });
};
/** Publishes a version and moves the clock to the day on which it takes effect. */
const putInForce = async (kind: LegalDocumentKind, changes: object): Promise<number> => {
  const newest = String((await getSection(kind)).body.effectiveOn);
  const effectiveOn = newest >= in7Days() ? addDays(newest, 1) : in7Days();
  const response = await publish(kind, { effectiveOn, ...changes });
  expect(response.status).toBe(200);
  app.clock.set(`${effectiveOn}T01:00:00Z`);
  await renewAdmin();
  return ((await response.json()) as Section).version;
};
const renewAdmin = async (): Promise<void> => {
  Object.assign(admin, await renewSession(app, admin));
};

beforeEach(async () => {
  await app.db.execute(sql`truncate consents`);
});

describe('publishing a document', () => {
  it.each(legalDocumentKinds)('a new site has a first version of %s', async (kind) => {
    const document = await readDocument(kind);
    expect(document).toMatchObject({ version: 1, state: 'IN_FORCE', effectiveOn: '2026-11-21' });
    expect(document.versions).toEqual([{ version: 1, effectiveOn: '2026-11-21', isWithdrawn: false }]);
    expect(document.sections.length).toBeGreaterThan(2);
  });

  it.each([
    [6, false, '7일 전부터 알려야 합니다.'],
    [29, true, '30일 전부터 알려야 합니다.'],
  ])(
    'a version that takes effect in %i days is refused when isUnfavourable is %s',
    async (days, isUnfavourable, message) => {
      const effectiveOn = addDays(seoulDate(app.clock.now()), days);
      const refused = await readError(await publish('refund', { effectiveOn, isUnfavourable }));
      expect(refused).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect(refused.message).toContain(message);
      const announced = { effectiveOn: addDays(effectiveOn, 1), isUnfavourable, text: `${days}` };
      expect((await publish('refund', announced)).status).toBe(200);
      const again = await readError(await publish('refund', announced));
      expect(again.message).toContain('그다음 날부터 시행할 수 있습니다.');
    },
  );

  it('an unknown name in braces is refused and named', async () => {
    const text = '{상호}의 {사업자 번호}';
    expect(await readError(await publish('terms', { effectiveOn: in7Days(), text }))).toMatchObject({
      status: 400,
      message: '{사업자 번호}는 쓸 수 없는 이름입니다.',
    });
  });

  it('an announced version is shown at its address and above every page until it is in force', async () => {
    const effectiveOn = in7Days();
    expect((await publish('terms', { effectiveOn, text: '## 새 약관\n\n새 내용' })).status).toBe(200);
    expect(await readDocument('terms')).toMatchObject({ version: 1, state: 'IN_FORCE' });
    expect(await readDocument('terms', '?v=2')).toMatchObject({
      state: 'UPCOMING',
      sections: [{ heading: '새 약관' }],
    });
    const upcoming = { kind: 'terms', version: 2, effectiveOn, isWithdrawn: false };
    expect((await readJson<Studio>('/api/studio')).upcomingDocuments).toContainEqual(upcoming);
    app.clock.advance(7 * DAY_MS);
    await renewAdmin();
    expect(await readDocument('terms')).toMatchObject({ version: 2, state: 'IN_FORCE', effectiveOn });
    expect(await readDocument('terms', '?v=1')).toMatchObject({ state: 'PAST' });
    expect((await readJson<Studio>('/api/studio')).upcomingDocuments).not.toContainEqual(upcoming);
    expect((await app.get('/api/legal/terms?v=3')).status).toBe(404);
    expect((await app.get('/api/legal/terms?v=2147483647')).status).toBe(404);
    expect((await app.get('/api/legal/terms?v=2147483648')).status).toBe(400);
    expect((await app.get('/api/legal/terms?v=x')).status).toBe(400);
    expect((await app.get('/api/legal/unknown')).status).toBe(400);
  });

  it('business details are filled in when a document is shown', async () => {
    await publishChange(app, admin, 'identity', () => ({ name: '새이름사진관' }));
    expect(JSON.stringify(await readDocument('privacy'))).toContain('사업자: 새이름사진관');
  });

  it('the database refuses to change or delete a published version', async () => {
    for (const statement of [
      sql`update studio_setting_versions set body = body || '{"text": "x"}' where section = 'terms'`,
      sql`update studio_setting_versions set changed_at = now() where section = 'terms' and version = 1`,
      sql`delete from studio_setting_versions where section = 'terms'`,
    ])
      await expect(app.db.execute(statement)).rejects.toMatchObject({
        cause: { message: 'published versions are never changed' },
      });
    // Deleting an account does this.
    await app.db.execute(sql`update studio_setting_versions set changed_by = null where section = 'terms'`);
  });

  it('the database refuses a second version for the same day', async () => {
    const statement = sql`
      insert into studio_setting_versions (section, version, body, changed_at)
      select section, 99, body, changed_at from studio_setting_versions where section = 'over14' limit 1
    `;
    await expect(app.db.execute(statement)).rejects.toThrow();
  });
});

describe('a policy that collects more', () => {
  const consentOf = ({ accessToken }: { accessToken: string }) =>
    readJson<{ privacyVersion: number | null }>('/api/member/consent', accessToken);
  const agree = ({ accessToken }: { accessToken: string }, privacyVersion: number) =>
    app.post('/api/member/consent', { privacyVersion }, { token: accessToken });
  const ask = ({ accessToken }: { accessToken: string }) =>
    app.post('/api/question', { title: '제목', content: '내용', secret: false }, { token: accessToken });

  it('members agree once before they book or ask, and the versions are recorded', async () => {
    const version = await putInForce('privacy', { asksConsent: true });
    const member = await insertMember(app);
    const date = addDays(seoulDate(app.clock.now()), 3);
    for (const response of [await postReservation(app, member, { date }), await ask(member)])
      expect(await readError(response)).toMatchObject({ status: 409, code: 'CONSENT_NEEDED' });
    expect(await consentOf(member)).toEqual({ privacyVersion: version });
    expect(await readError(await agree(member, version - 1))).toMatchObject({ status: 400 });
    for (let time = 0; time < 2; time += 1)
      expect(await (await agree(member, version)).json()).toEqual({ privacyVersion: null });
    const { version: identityVersion } = await readJson<Section>(
      '/api/admin/settings/identity',
      admin.accessToken,
    );
    expect(await app.db.select().from(consents).where(eq(consents.memberId, member.id))).toMatchObject([
      { item: 'privacy', version, identityVersion },
    ]);
    await insertReservation(app, member, { date });
    expect((await ask(member)).status).toBe(201);
  });

  it('a later version that asks for nothing new leaves the consent as it is', async () => {
    const asked = await putInForce('privacy', { asksConsent: true });
    const [agreed, silent] = [await insertMember(app), await insertMember(app)];
    await agree(agreed, asked);
    await putInForce('privacy', { asksConsent: false });
    expect(await consentOf(await renewSession(app, agreed))).toEqual({ privacyVersion: null });
    expect(await consentOf(await renewSession(app, silent))).toEqual({ privacyVersion: asked });
  });

  it('a version asks for nothing before it is in force', async () => {
    const member = await insertMember(app);
    const { body } = await getSection('privacy');
    await agree(member, (await readDocument('privacy')).version);
    const response = await publish('privacy', { ...body, effectiveOn: in7Days(), asksConsent: true });
    expect(response.status).toBe(200);
    expect(await consentOf(member)).toEqual({ privacyVersion: null });
    expect((await ask(member)).status).toBe(201);
  });

  /** Every way to meet a policy that asks for consent. */
  const states = {
    'agreed to it': (version: number) => ({ hasAgreed: version }),
    'agreed to an earlier one': (version: number) => ({ hasAgreed: version - 1 }),
    'has no record of a consent': () => ({ hasAgreed: null }),
  } as const;
  const gated = ['POST /api/reservation', 'POST /api/question'];

  it.each(Object.entries(states))(
    'a member who %s is refused by the forms that collect data, and by nothing else',
    async (state, make) => {
      const version = await putInForce('privacy', { asksConsent: true });
      const date = addDays(seoulDate(app.clock.now()), 5);
      const { hasAgreed } = make(version);
      const insertConsentingMember = async () => {
        const member = await insertMember(app);
        const given = {
          memberId: member.id,
          ip: '203.0.113.1',
          identityVersion: 1,
          item: 'privacy',
        } as const;
        if (hasAgreed !== null) await app.db.insert(consents).values({ ...given, version: hasAgreed });
        return { token: member.accessToken };
      };
      const isRefused = state !== 'agreed to it';
      const bodies: Record<string, object> = {
        'POST /api/reservation': reservationBody({ date }),
        'POST /api/question': { title: '제목', content: '내용', secret: false },
        'POST /api/reservation/hold': { date, time: '12-13' },
      };
      const others = allEndpoints.filter(({ access }) => access !== 'admin');
      expect(others.length).toBeGreaterThan(40);
      for (const { method, path } of others) {
        const title = `${method} ${path}`;
        const target = path.replaceAll(/\{\w+\}/g, '999999');
        // Some of the calls end the session or the account.
        const auth = await insertConsentingMember();
        const body = method === 'GET' ? undefined : (bodies[title] ?? {});
        const response = await app.request(method, target, body, auth);
        expect(response.status).not.toBe(401);
        const { code } = (await response.json().catch(() => ({}))) as { code?: string };
        expect({ title, isRefused: code === 'CONSENT_NEEDED' }).toEqual({
          title,
          isRefused: isRefused && gated.includes(title),
        });
      }
    },
  );

  it('without the consent members log in, read, move, cancel, download, edit and withdraw', async () => {
    const member = await insertMember(app, { loginId: 'silent77', password: 'Password!77' });
    const { version: current } = await readDocument('privacy');
    await agree(member, current);
    const date = addDays(seoulDate(app.clock.now()), 20);
    const [kept, cancelled] = [
      await insertReservation(app, member, { date }),
      await insertReservation(app, member, { date, time: '12-13' }),
    ];
    const question = (await (await ask(member)).json()) as { id: number };
    await putInForce('privacy', { asksConsent: true });
    const login = await app.post('/api/auth/login', { loginId: 'silent77', password: 'Password!77' });
    expect(login.status).toBe(200);
    const auth = { token: ((await login.json()) as { accessToken: string }).accessToken };
    const edit = { title: '고친 제목', content: '내용', secret: false };
    const answers = [
      await app.get('/api/reservation/my', auth),
      await app.get('/api/question/my', auth),
      await app.get('/api/member/profile', auth),
      await app.get(`/api/reservation/${kept.id}/calendar`, auth),
      await app.post(`/api/reservation/${kept.id}/move`, { date, time: '15-16' }, auth),
      await app.post(`/api/reservation/${cancelled.id}/cancel`, {}, auth),
      await app.put(`/api/question/${question.id}`, edit, auth),
      await app.delete(`/api/question/${question.id}`, undefined, auth),
      await app.delete('/api/member', { password: 'Password!77' }, auth),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 204, 204]);
  });
});
