import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildSitemap } from '#app/server/site/build-sitemap.ts';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { consents } from '#core/auth/server/tables.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { renewSession } from '#test/factories/reservations.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import type { LegalDocument, LegalDocumentKind } from '../../contract/legal/documents.ts';
import type { Section, SectionVersion } from '../../contract/studio-settings.ts';
import type { Studio } from '../../contract/studio.ts';
import { draftProcessors } from '../draft-processors.ts';
import { studioSettingDrafts, studioSettingVersions } from '../tables.ts';

const DAY_MS = 24 * 3_600_000;
const app = await createTestApp({ now: '2026-11-21T01:00:00Z' });
const admin = await insertAdmin(app);
const START = app.clock.now();
const firstVersions = await app.db.select().from(studioSettingVersions);

const readJson = async <Value>(path: string, token = admin.accessToken): Promise<Value> => {
  const response = await app.get(path, { token });
  expect(response.status).toBe(200);
  return (await response.json()) as Value;
};
const readDocument = (kind: LegalDocumentKind, query = '') =>
  readJson<LegalDocument>(`/api/legal/${kind}${query}`);
const getSection = (section: string) => readJson<Section>(`/api/admin/settings/${section}`);
const listVersions = (section: string) =>
  readJson<SectionVersion[]>(`/api/admin/settings/${section}/versions`);
const readUpcoming = async (kind: LegalDocumentKind) =>
  (await readJson<Studio>('/api/studio')).upcomingDocuments.filter((document) => document.kind === kind);

/** Publishes a version that takes effect in `days` days. */
const publish = async (kind: LegalDocumentKind, days: number, changes: object = {}): Promise<number> => {
  const { body, version } = await getSection(kind);
  const effectiveOn = addDays(seoulDate(app.clock.now()), days);
  const edit = { body: { ...body, effectiveOn, ...changes }, baseVersion: version };
  const path = `/api/admin/settings/${kind}/publish`;
  const response = await app.post(path, edit, { token: admin.accessToken });
  expect(response.status).toBe(200);
  return version + 1;
};
const withdraw = (kind: string, version: number, token = admin.accessToken) =>
  app.post(`/api/admin/legal/${kind}/${version}/withdraw`, undefined, { token });
const advance = async (days: number): Promise<void> => {
  app.clock.advance(days * DAY_MS);
  Object.assign(admin, await renewSession(app, admin));
};

beforeEach(async () => {
  app.clock.set(START);
  Object.assign(admin, await renewSession(app, admin));
  await app.db.execute(sql`
    truncate studio_setting_versions, studio_setting_drafts, notifications, admin_audit_log
  `);
  await app.db.insert(studioSettingVersions).values(firstVersions);
});

describe('a withdrawn version', () => {
  it('does not come into force, and its page and the list of versions say that it was withdrawn', async () => {
    const version = await publish('refund', 7, { text: '## 환불\n\n잘못 쓴 규정' });
    const effectiveOn = addDays(seoulDate(START), 7);
    expect((await withdraw('refund', version)).status).toBe(204);
    expect(await readDocument('refund', `?v=${version}`)).toMatchObject({
      state: 'WITHDRAWN',
      sections: [{ heading: '환불' }],
    });
    await advance(8);
    const inForce = await readDocument('refund');
    expect(inForce).toMatchObject({ version: 1, state: 'IN_FORCE' });
    expect(inForce.versions).toEqual([
      { version, effectiveOn, isWithdrawn: true },
      { version: 1, effectiveOn: '2026-11-21', isWithdrawn: false },
    ]);
    expect(JSON.stringify(await readDocument('terms'))).not.toContain('잘못 쓴 규정');
    expect(await buildSitemap(app.db, 'http://localhost', app.clock.now())).not.toContain(effectiveOn);
  });

  it('is announced above every page until the day that it had, unless another version is', async () => {
    const version = await publish('terms', 7);
    const effectiveOn = addDays(seoulDate(START), 7);
    await withdraw('terms', version);
    const withdrawn = { kind: 'terms', version, effectiveOn, isWithdrawn: true };
    expect(await readUpcoming('terms')).toEqual([withdrawn]);
    const next = await publish('terms', 9);
    expect(await readUpcoming('terms')).toMatchObject([{ version: next, isWithdrawn: false }]);
    await withdraw('terms', next);
    expect(await readUpcoming('terms')).toEqual([withdrawn]);
    await advance(9);
    expect(await readUpcoming('terms')).toEqual([]);
  });

  it('leaves its day to another version, whose edit starts from the version before', async () => {
    const { body: before } = await getSection('terms');
    const version = await publish('terms', 7, { text: '## 제1조\n\n잘못 쓴 약관' });
    await withdraw('terms', version);
    const section = await getSection('terms');
    expect(section).toMatchObject({ version, body: before });
    expect(await publish('terms', 7, { text: '## 제1조\n\n바로 쓴 약관' })).toBe(version + 1);
    await advance(7);
    expect(await readDocument('terms')).toMatchObject({ version: version + 1, state: 'IN_FORCE' });
    const [newest, former] = await listVersions('terms');
    expect(newest).toMatchObject({ withdrawnAt: null });
    expect(former).toMatchObject({ version, withdrawnAt: START.toISOString() });
  });

  it('does not keep a new processor from being drafted', async () => {
    const version = await publish('privacy', 7);
    await withdraw('privacy', version);
    const processor = { name: '새수탁자', work: '문자', period: '발송까지' };
    await draftProcessors(app.db, [processor], app.clock.now());
    const drafts = await app.db.select().from(studioSettingDrafts);
    expect(drafts).toMatchObject([{ section: 'privacy', baseVersion: version }]);
  });

  it('asks for no consent, and a consent to it counts for the version before', async () => {
    const asked = await publish('privacy', 7, { asksConsent: true });
    const withdrawn = await publish('privacy', 8, { asksConsent: true });
    await withdraw('privacy', withdrawn);
    await advance(9);
    const [silent, agreed] = [await insertMember(app), await insertMember(app)];
    const given = { item: 'privacy', identityVersion: 1, ip: '203.0.113.1' } as const;
    await app.db.insert(consents).values({ memberId: agreed.id, version: withdrawn, ...given });
    const read = ({ accessToken }: { accessToken: string }) => readJson('/api/member/consent', accessToken);
    expect(await read(silent)).toEqual({ privacyVersion: asked });
    expect(await read(agreed)).toEqual({ privacyVersion: null });
  });
});

describe('withdrawing a version', () => {
  it('is possible until the day before it takes effect', async () => {
    const version = await publish('over14', 7);
    await advance(7);
    const inForce = { status: 409, code: 'DOCUMENT_IN_FORCE' };
    expect(await readError(await withdraw('over14', version))).toMatchObject(inForce);
    expect(await readDocument('over14')).toMatchObject({ version, state: 'IN_FORCE' });
    app.clock.advance(-DAY_MS);
    expect((await withdraw('over14', version)).status).toBe(204);
  });

  it('is refused for the first version and for versions and sections that do not exist', async () => {
    app.clock.set('2026-11-20T01:00:00Z');
    Object.assign(admin, await renewSession(app, admin));
    expect(await readError(await withdraw('terms', 1))).toMatchObject({ code: 'DOCUMENT_IN_FORCE' });
    expect((await withdraw('terms', 99)).status).toBe(404);
    expect((await withdraw('home', 1)).status).toBe(400);
    const member = await insertMember(app);
    expect((await withdraw('terms', 1, member.accessToken)).status).toBe(403);
  });

  it('is recorded once and cannot be undone', async () => {
    const version = await publish('terms', 7);
    const statuses = [await withdraw('terms', version), await withdraw('terms', version)];
    expect(statuses.map(({ status }) => status)).toEqual([204, 204]);
    const ofWithdrawals = eq(adminAuditLog.action, 'WITHDRAW_DOCUMENT');
    const audit = await app.db.select().from(adminAuditLog).where(ofWithdrawals);
    expect(audit).toMatchObject([{ target: 'settings:terms', after: { version } }]);
    const isThis = and(
      eq(studioSettingVersions.section, 'terms'),
      eq(studioSettingVersions.version, version),
    );
    for (const withdrawnAt of [null, new Date(0)])
      await expect(
        app.db.update(studioSettingVersions).set({ withdrawnAt }).where(isThis),
      ).rejects.toMatchObject({ cause: { message: 'published versions are never changed' } });
  });
});
