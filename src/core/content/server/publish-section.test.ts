import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { sectionNames, sections } from '#app/server/features.ts';
import { siteCacheRules } from '#app/server/site/site-cache-rules.ts';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { members } from '#core/auth/server/tables.ts';
import { reservationSections } from '#features/reservations/contract/sections.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { readEnv } from '#platform/server/env.ts';
import { createResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { reservationBody } from '#test/factories/reservations.ts';
import { publishChange as publishSectionChange } from '#test/factories/settings.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import type { Section, SiteContent } from '../contract/studio-settings.ts';
import type { OfferedPackage } from '../contract/studio.ts';
import { readSection } from './read-sections.ts';
import { seedSections } from './seed-sections.ts';
import { packageVersions, studioSettingDrafts, studioSettingVersions } from './tables.ts';

const PUBLICATIONS = process.env.TEST_FULL === undefined ? 10 : 100;
const app = await createTestApp();
const admin = await insertAdmin(app, { loginId: 'owner' });
const token = admin.accessToken;
const path = (section: string, rest = '') => `/api/admin/settings/${section}${rest}`;

const read = async <Value>(url: string, options = {}): Promise<Value> => {
  const response = await app.get(url, options);
  expect(response.status).toBe(200);
  return (await response.json()) as Value;
};
const getSection = (section: string) => read<Section>(path(section), { token });
const publish = (section: string, body: unknown, baseVersion: number) =>
  app.post(path(section, '/publish'), { body, baseVersion }, { token });

const publishChange = (section: string, change: (body: Section['body']) => object) =>
  publishSectionChange(app, admin, section, change);
const readPackages = () => read<OfferedPackage[]>('/api/studio/packages');
const changeFood = (changes: object) =>
  publishChange('packages', ({ packages }) => ({
    packages: (packages as { id: string }[]).map((item) =>
      item.id === 'food' ? { ...item, ...changes } : item,
    ),
  }));

const without = (value: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

beforeEach(async () => {
  await app.db.delete(studioSettingDrafts);
});

describe('publishing a section', () => {
  it('a publication is visible at once, adds a version and an audit entry, and deletes the draft', async () => {
    const { body, version } = await getSection('identity');
    const draft = { body: { ...body, name: '초안사진관' }, baseVersion: version };
    expect((await app.put(path('identity', '/draft'), draft, { token })).status).toBe(204);
    const response = await publish('identity', { ...body, name: '하늘사진관' }, version);
    expect(await response.json()).toMatchObject({
      version: version + 1,
      body: { name: '하늘사진관' },
      changedBy: 'owner',
      draft: null,
    });
    expect(await read('/api/studio')).toMatchObject({ name: '하늘사진관' });
    const audit = await app.db.select().from(adminAuditLog);
    expect(audit.at(-1)).toMatchObject({ action: 'PUBLISH_SETTINGS', target: 'settings:identity' });
    const versions = await read<Section[]>(path('identity', '/versions'), { token });
    expect(versions.map((one) => one.version)).toEqual([version + 1, version]);
  });

  it('texts of pages are read as published, and a page without steps is refused', async () => {
    await publishChange('pages', ({ price }) => ({
      price: { ...(price as object), refundTitle: '환불 기준' },
    }));
    expect(await read('/api/studio/pages')).toMatchObject({ price: { refundTitle: '환불 기준' } });
    const { body, version } = await getSection('pages');
    const home = { ...(body.home as object), steps: [] };
    expect(await readError(await publish('pages', { ...body, home }, version))).toMatchObject({
      status: 400,
      message: '1개부터 6개까지 등록할 수 있습니다.',
    });
  });

  it('of two admins who publish a section at the same time one wins and the other is told', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { body, version } = await getSection('home');
      const responses = await Promise.all(
        ['하나', '둘'].map((headline) => publish('home', { ...body, headline }, version)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await getSection('home')).version).toBe(version + 1);
    }
  });

  it('a section cannot be published over a version that the admin has not seen', async () => {
    const { body, version } = await getSection('home');
    for (const baseVersion of [version - 1, version + 1, 0])
      expect(await readError(await publish('home', body, baseVersion))).toMatchObject({
        status: 409,
        code: 'SETTINGS_CHANGED',
      });
  });

  it.each([
    ['identity', { address: ' ' }, '주소 항목을 입력해 주세요.'],
    ['identity', { businessNumber: '1234567890' }, '000-00-00000 형식으로 입력해 주세요.'],
    ['home', { headline: '하나\n둘\n셋' }, '두 줄까지 입력할 수 있습니다.'],
    ['links', { socialLink: 'javascript:alert(1)' }, 'https://로 시작하는 주소를 입력해 주세요.'],
    ['links', { kakaoChannel: 7 }, 'https://로 시작하는 주소를 입력해 주세요.'],
    ['faq', { note: '\u202e' }, '사용할 수 없는 문자가 들어 있습니다.'],
  ] as const)('the section %s rejects %j and stays as it is', async (section, wrong, message) => {
    const { body, version } = await getSection(section);
    expect(await readError(await publish(section, { ...body, ...wrong }, version))).toMatchObject({
      status: 400,
      message,
    });
    const saved = await app.put(
      path(section, '/draft'),
      { body: { ...body, ...wrong }, baseVersion: 1 },
      { token },
    );
    expect(saved.status).toBe(400);
    expect(await getSection(section)).toMatchObject({ body, version, draft: null });
  });

  it('values of a wrong type are rejected with a Korean message in every section', async () => {
    const wrong = { wrong: [] };
    const inKorean = { status: 400, message: expect.stringMatching(/[가-힣]\.$/) };
    for (const section of sectionNames) {
      const { body, version } = await getSection(section);
      for (const field of Object.keys(body)) {
        const changed = { ...body, [field]: wrong };
        const drafted = app.put(path(section, '/draft'), { body: changed, baseVersion: version }, { token });
        for (const response of [await publish(section, changed, version), await drafted])
          expect(await readError(response), `${section} ${field}`).toMatchObject(inKorean);
      }
    }
    const { body, version: baseVersion } = await getSection('hours');
    for (const changes of [{ body: 7 }, { baseVersion: wrong }, { keptReservations: wrong }]) {
      const response = await app.post(
        path('hours', '/publish'),
        { body, baseVersion, ...changes },
        { token },
      );
      expect(await readError(response), JSON.stringify(changes)).toMatchObject(inKorean);
    }
  });

  it('the sections of settings are closed to members and unknown names', async () => {
    const member = await insertMember(app);
    for (const url of ['/api/admin/settings', path('home'), path('home', '/versions')])
      expect((await app.get(url, { token: member.accessToken })).status).toBe(403);
    expect((await app.get('/api/admin/settings/secrets', { token })).status).toBe(400);
  });

  it('a version of a deleted admin stays without a name', async () => {
    const leaver = await insertAdmin(app);
    const { body, version } = await getSection('location');
    const edit = { body: { ...body, hours: '10시부터' }, baseVersion: version };
    await app.post(path('location', '/publish'), edit, { token: leaver.accessToken });
    await app.db.delete(members).where(eq(members.id, leaver.id));
    expect(await getSection('location')).toMatchObject({ body: { hours: '10시부터' }, changedBy: null });
  });

  it(`${PUBLICATIONS} publications on one server all reach the visitors of another`, async () => {
    const responseCache = createResponseCache(siteCacheRules, { isConnected: () => listener.isConnected() });
    const listener = app.listenForChanges(responseCache.invalidate);
    await expect.poll(() => listener.isConnected()).toBe(true);
    const other = createApp(app.deps, { responseCache });
    for (let round = 0; round < PUBLICATIONS; round += 1) {
      await publishChange('home', () => ({ headline: `${round}번째` }));
      await expect
        .poll(async () => (await other.request('/api/studio/home')).json())
        .toMatchObject({ headline: `${round}번째` });
    }
    await listener.close();
  });
});

describe('drafts', () => {
  it('the preview of a section shows what is sent, with the drafts of others, and saves nothing', async () => {
    const { body, version } = await getSection('introduce');
    const draft = { body: { ...body, headline: '초안입니다' }, baseVersion: version };
    expect((await app.put(path('introduce', '/draft'), draft, { token })).status).toBe(204);
    const preview = (section: string, sent: object) =>
      app.post(path(section, '/preview'), { body: sent }, { token });
    const home = (await getSection('home')).body;
    expect(await (await preview('home', { ...home, headline: '쓰는 중' })).json()).toMatchObject({
      home: { headline: '쓰는 중' },
      introduce: { headline: '초안입니다' },
    });
    expect(await getSection('home')).toMatchObject({ body: home, draft: null });
    const invalid = await readError(await preview('home', { ...home, headline: '' }));
    expect(invalid).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    expect((await preview('alimtalk', {})).status).toBe(404);
  });

  it('a draft is seen by all admins in the preview and by no visitor', async () => {
    const { body, version } = await getSection('introduce');
    const draft = { body: { ...body, headline: '초안입니다' }, baseVersion: version };
    expect((await app.put(path('introduce', '/draft'), draft, { token })).status).toBe(204);
    const colleague = await insertAdmin(app);
    const options = { token: colleague.accessToken };
    expect(await read(path('introduce'), options)).toMatchObject({ draft: { ...draft, changedBy: 'owner' } });
    const preview = await read<SiteContent>('/api/admin/settings/preview', options);
    expect(preview.introduce.headline).toBe('초안입니다');
    expect(preview.packages).toHaveLength(4);
    expect(await read('/api/studio/introduce')).toMatchObject({ headline: body['headline'] });
    const [summary] = (
      await read<{ section: string; hasDraft: boolean }[]>('/api/admin/settings', options)
    ).filter(({ section }) => section === 'introduce');
    expect(summary?.hasDraft).toBe(true);
    expect((await app.delete(path('introduce', '/draft'), undefined, { token })).status).toBe(204);
    expect((await getSection('introduce')).draft).toBeNull();
  });
});

describe('packages', () => {
  it('a changed package gets a new version and the others keep theirs', async () => {
    const before = await readPackages();
    await changeFood({ priceWon: 650_000 });
    const after = await readPackages();
    for (const { id, versionId } of before)
      expect(after.find((item) => item.id === id)?.versionId === versionId).toBe(id !== 'food');
    await changeFood({ isHidden: true });
    expect((await readPackages()).map(({ id }) => id)).not.toContain('food');
    await changeFood({ isHidden: false });
    expect(await readPackages()).toEqual(after);
  });

  it('facts and options are published, and are empty in a body without them', async () => {
    const facts = { shootingTime: '반나절', retouched: '20장 이상', delivery: '2주', options: '출장 10만원' };
    await changeFood({ ...facts, delivery: ' 2주 ' });
    expect(await readPackages()).toContainEqual(expect.objectContaining({ id: 'food', ...facts }));
    const absent = { shootingTime: undefined, retouched: undefined, delivery: undefined, options: undefined };
    await changeFood(absent);
    const empty = { shootingTime: '', retouched: '', delivery: '', options: '' };
    expect(await readPackages()).toContainEqual(expect.objectContaining({ id: 'food', ...empty }));
  });

  it('packages and texts that an earlier release published are read, previewed and published again', async () => {
    const insertEarlier = async (section: string, change: (body: Section['body']) => object) => {
      const { body, version } = await getSection(section);
      const row = { section, version: version + 1, changedAt: new Date() };
      await app.db.insert(studioSettingVersions).values({ ...row, body: { ...body, ...change(body) } });
    };
    await insertEarlier('packages', ({ packages }) => ({
      packages: (packages as object[]).map((item) =>
        without(item, ['shootingTime', 'retouched', 'delivery', 'options']),
      ),
    }));
    await insertEarlier('pages', ({ price }) => ({
      price: without(price as object, ['stepsTitle', 'steps']),
    }));
    const [item] = await readPackages();
    expect(item).not.toHaveProperty('options');
    const { price } = await read<Pick<SiteContent['pages'], 'price'>>('/api/studio/pages');
    expect(price).not.toHaveProperty('steps');
    expect(await read('/api/admin/settings/preview', { token })).toMatchObject({
      packages: [item, {}, {}, {}],
    });
    for (const section of ['packages', 'pages']) {
      const { body, version } = await getSection(section);
      expect((await publish(section, body, version)).status).toBe(200);
    }
    expect((await readPackages())[0]).toMatchObject({ options: '' });
    expect(await read('/api/studio/pages')).toMatchObject({ price: { stepsTitle: '', steps: [] } });
  });

  it('a stored package version cannot be changed', async () => {
    await expect(app.db.update(packageVersions).set({ priceWon: 1 })).rejects.toThrow();
    await expect(app.db.delete(packageVersions)).rejects.toThrow();
  });

  it('a reservation keeps the package version that the visitor saw, and a changed one is refused', async () => {
    const member = await insertMember(app);
    const food = (await readPackages()).find(({ id }) => id === 'food')!;
    const body = reservationBody({ shootType: 'FOOD', packageVersionId: food.versionId });
    const book = (changes = {}) =>
      app.post('/api/reservation', { ...body, ...changes }, { token: member.accessToken });
    await changeFood({ priceWon: 700_000 });
    expect(await readError(await book())).toMatchObject({ status: 409, code: 'PACKAGE_CHANGED' });
    const current = (await readPackages()).find(({ id }) => id === 'food')!;
    expect((await book({ shootType: 'WEDDING', packageVersionId: current.versionId })).status).toBe(409);
    const response = await book({ packageVersionId: current.versionId });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: number };
    const [row] = await app.db.select().from(reservations).where(eq(reservations.id, id));
    expect(row?.packageVersionId).toBe(current.versionId);
    await changeFood({ priceWon: 800_000 });
    expect(await read(`/api/admin/reservation/${id}`, { token })).toMatchObject({
      package: { name: '음식', priceWon: 700_000 },
    });
  });

  it('a hidden package cannot be booked', async () => {
    const member = await insertMember(app);
    const wedding = (await readPackages()).find(({ id }) => id === 'wedding')!;
    await publishChange('packages', ({ packages }) => ({
      packages: (packages as { id: string }[]).map((item) => ({ ...item, isHidden: item.id === 'wedding' })),
    }));
    const body = reservationBody({ shootType: 'WEDDING', packageVersionId: wedding.versionId });
    expect((await app.post('/api/reservation', body, { token: member.accessToken })).status).toBe(409);
  });
});

describe('notices', () => {
  it('visitors see a notice on the days chosen for it, and the pinned one on the home page', async () => {
    const notice = (id: string, changes: object) => ({ id, title: id, body: '내용', ...changes });
    await publishChange('notices', () => ({
      notices: [
        notice('past', { visibleUntil: '2026-11-20', isPinned: true }),
        notice('today', { visibleFrom: '2026-11-21', visibleUntil: '2026-11-21' }),
        notice('pinned', { isPinned: true }),
        notice('later', { visibleFrom: '2026-11-22' }),
      ],
    }));
    const seen = async () => (await read<{ id: string }[]>('/api/studio/notices')).map(({ id }) => id);
    expect(await seen()).toEqual(['today', 'pinned']);
    expect(await read('/api/studio/home')).toMatchObject({ notice: { id: 'pinned', title: 'pinned' } });
    expect(await read('/api/studio')).toMatchObject({ hasNotices: true });
    app.clock.advance(24 * 3_600_000);
    expect(await seen()).toEqual(['pinned', 'later']);
  });
});

describe('the initial content', () => {
  const seed = (source: Record<string, string>) =>
    seedSections(app.db, readEnv(source), app.clock.now(), sections);

  it('several first starts at once publish each section once, later starts none', async () => {
    await app.db.execute(sql`truncate studio_setting_versions`);
    await app.db.execute(sql`delete from slot_plans`);
    await Promise.all([seed({ RESERVATION_CHANGE_HOURS: '12' }), seed({ RESERVATION_CHANGE_HOURS: '12' })]);
    expect(await read('/api/studio')).toMatchObject({ name: '사진관', phone: '02-000-0000' });
    expect(await app.db.$count(studioSettingVersions)).toBe(sectionNames.length);
    await seed({ RESERVATION_CHANGE_HOURS: '48' });
    expect(await readSection(app.db, reservationSections.booking)).toMatchObject({ changeHours: 12 });
    expect(await app.db.$count(studioSettingVersions)).toBe(sectionNames.length);
  });
});
