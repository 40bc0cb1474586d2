import { beforeEach, describe, expect, it } from 'vitest';
import type { DataProcessor } from '#platform/server/data-processors.ts';
import { insertAdmin } from '#test/factories/members.ts';
import { createTestApp } from '#test/test-app.ts';
import type { Section } from '../contract/studio-settings.ts';
import { draftProcessors, hasProcessorDraft } from './draft-processors.ts';
import { studioSettingDrafts } from './tables.ts';

const app = await createTestApp();
const { accessToken: token } = await insertAdmin(app);
const solapi: DataProcessor = { name: '주식회사 솔라피', work: '문자 발송', period: '발송 완료 시까지' };
const abroad = { ...solapi, name: 'Mailer', abroad: { country: '미국', contact: 'privacy@mailer.example' } };

const draft = (processors: readonly DataProcessor[]) => draftProcessors(app.db, processors, app.clock.now());
const readPrivacy = async (): Promise<Section> =>
  (await app.get('/api/admin/settings/privacy', { token })).json() as Promise<Section>;
const readPolicy = async (version = '') => (await app.get(`/api/legal/privacy${version}`)).text();

beforeEach(async () => {
  await app.db.delete(studioSettingDrafts);
});

describe('switching a data processor on', () => {
  it('a new processor drafts a privacy policy that comes into force in a week', async () => {
    expect(await hasProcessorDraft(app.db)).toBe(false);
    expect(await draft([solapi, abroad])).toEqual(['주식회사 솔라피', 'Mailer']);
    expect(await hasProcessorDraft(app.db)).toBe(true);
    const section = await readPrivacy();
    expect(section.draft).toMatchObject({
      baseVersion: 1,
      changedBy: null,
      body: { effectiveOn: '2026-11-28', processors: [{ name: '주식회사 솔라피' }, { country: '미국' }] },
    });

    const { body = {}, baseVersion } = section.draft ?? {};
    await app.post('/api/admin/settings/privacy/publish', { body, baseVersion }, { token });
    expect(await readPolicy()).not.toContain(solapi.name);
    expect(await readPolicy('?v=2')).toContain(`["${solapi.name}","${solapi.work}","${solapi.period}"]`);
    expect(await draft([solapi, abroad])).toEqual([]);
    expect((await readPrivacy()).draft).toBeNull();
    expect(await hasProcessorDraft(app.db)).toBe(false);
    const today = app.clock.now();
    app.clock.advance(7 * 24 * 3_600_000);
    expect(await readPolicy()).toContain('"2026-11-28"');
    expect(await readPolicy()).toContain(`["Mailer (privacy@mailer.example)","미국"`);
    app.clock.set(today);
  });

  it('a draft that an admin is writing is kept', async () => {
    const { body, version } = await readPrivacy();
    const edit = { body: { ...body, effectiveOn: '2027-01-01' }, baseVersion: version };
    await app.put('/api/admin/settings/privacy/draft', edit, { token });
    expect(await draft([{ ...solapi, name: '새 업체' }])).toEqual(['새 업체']);
    expect((await readPrivacy()).draft).toMatchObject(edit);
    expect(await hasProcessorDraft(app.db)).toBe(false);
  });

  it('a processor abroad needs a country and a contact', async () => {
    const { body, version } = await readPrivacy();
    const processors = [{ id: 'a', name: '업체', work: '일', period: '1년', country: '미국', contact: '' }];
    const edit = { body: { ...body, processors }, baseVersion: version };
    const response = await app.post('/api/admin/settings/privacy/publish', edit, { token });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      fields: { 'processors.0.contact': '국외 업체는 국가와 연락처를 모두 입력해 주세요.' },
    });
  });
});
