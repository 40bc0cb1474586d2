import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Section } from '#core/content/contract/studio-settings.ts';
import type { Studio } from '#core/content/contract/studio.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { addDays } from '#platform/contract/seoul-time.ts';
import { createResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { createAdminClient, insertPhoneReservation } from '#test/factories/admin-client.ts';
import { defaultCategories } from '#test/factories/default-categories.ts';
import { insertMember } from '#test/factories/members.ts';
import { insertPhotoRows } from '#test/factories/photos.ts';
import { insertReservation, postReservation } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import { createApp } from './app.ts';
import { buildSitemap } from './site/build-sitemap.ts';
import { siteCacheRules } from './site/site-cache-rules.ts';

interface Item {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly isHidden: boolean;
  readonly [text: string]: unknown;
}

const MESSAGE = '카테고리를 선택해 주세요.';
const LIST = '/api/admin/settings/category-list';
const app = await createTestApp();
const studio = await createAdminClient(app);

const itemOf = (code: string, name: string, changes: Partial<Item> = {}): Item => ({
  id: code,
  code,
  name,
  summary: `${name} 한 줄`,
  description: `${name} 설명`,
  preparation: '',
  isHidden: false,
  ...changes,
});

const publish = async (change: (items: readonly Item[]) => readonly Item[]): Promise<Response> => {
  const { body, version } = await studio.getJson<Section>(LIST);
  const categories = change(body['categories'] as Item[]);
  return studio.post(`${LIST}/publish`, { body: { categories }, baseVersion: version });
};
const hide = (code: string, isHidden = true) =>
  publish((items) => items.map((item) => (item.code === code ? { ...item, isHidden } : item)));
const readIds = async (): Promise<string[]> => {
  const { categories } = (await (await app.get('/api/studio')).json()) as Studio;
  return categories.map(({ id }) => id);
};
const readSitemap = () => buildSitemap(app.db, 'https://studio.kr', app.clock.now());
const refusalOf = async (response: Response) => {
  const { message, fields } = (await response.json()) as { message: string; fields?: object };
  return { status: response.status, message, fields };
};

describe('the categories of a studio', () => {
  it('start with the four of the specification, in their order', async () => {
    expect(await readIds()).toEqual([...defaultCategories]);
  });

  it('a published category can be booked, has a page, photos and packages, and its name is in messages and exports', async () => {
    const added = await publish((items) => [itemOf('', '가족', { id: 'new-1', code: '' }), ...items]);
    expect(added.status).toBe(200);
    expect(await readIds()).toEqual(['FAMILY', ...defaultCategories]);
    const member = await insertMember(app);
    await insertReservation(app, member, { shootType: 'FAMILY' });
    const [message] = await app.db.select().from(notifications);
    expect(message?.values).toMatchObject({ 카테고리: '가족' });
    expect((await app.get('/api/photo/category-detail/family')).status).toBe(200);
    const csv = await studio.get('/api/admin/reservation/export');
    expect(await csv.text()).toContain(',가족,');
    expect(await readSitemap()).toContain('/category/FAMILY</loc>');
  });

  it('renaming and reordering change no id, and bookings show the new name', async () => {
    const answer = await publish((items) =>
      items.map((item) => (item.code === 'FAMILY' ? { ...item, name: '온 가족' } : item)).toReversed(),
    );
    expect(answer.status).toBe(200);
    expect(await readIds()).toEqual([...defaultCategories.toReversed(), 'FAMILY']);
    const csv = await studio.get('/api/admin/reservation/export');
    expect(await csv.text()).toContain(',온 가족,');
  });

  it('a hidden category is gone for visitors, stays for admins, and comes back as it was', async () => {
    const member = await insertMember(app);
    await insertReservation(app, member, { shootType: 'WEDDING', date: '2026-11-25' });
    await insertPhotoRows(app, 'WEDDING', ['wedding-1']);
    expect((await hide('WEDDING')).status).toBe(200);
    expect(await readIds()).not.toContain('WEDDING');
    const refused = { status: 400, message: MESSAGE, fields: { shootType: MESSAGE } };
    const booking = { shootType: 'WEDDING', date: '2026-11-26' };
    expect(await refusalOf(await postReservation(app, member, booking))).toEqual(refused);
    for (const path of ['/api/photo?category=WEDDING', '/api/photo/category-detail/WEDDING'])
      expect(await refusalOf(await app.get(path))).toMatchObject({ status: 400, message: MESSAGE });
    for (const path of [
      '/api/photo/first',
      '/api/studio/categories',
      '/api/studio/packages',
      '/api/studio/home',
    ])
      expect(await (await app.get(path)).text()).not.toContain('WEDDING');
    expect(await readSitemap()).not.toContain('WEDDING');
    // Admins take bookings by phone for it, and see its photos and bookings.
    await insertPhoneReservation(studio, { shootType: 'WEDDING', date: '2026-11-27' });
    expect(await studio.getJson<unknown[]>('/api/admin/photo?category=WEDDING')).toHaveLength(1);
    const own = await app.get('/api/reservation/my', { token: member.accessToken });
    expect(await own.text()).toContain('WEDDING');
    const names = await app.get('/api/category', { token: member.accessToken });
    expect(await names.json()).toContainEqual({ id: 'WEDDING', name: '웨딩', isHidden: true });
    expect((await hide('WEDDING', false)).status).toBe(200);
    expect(await (await app.get('/api/photo/category-detail/WEDDING')).json()).toHaveLength(1);
    await insertReservation(app, member, booking);
  });

  it('an unknown category is refused wherever one is named', async () => {
    const member = await insertMember(app);
    const unknown = { shootType: 'NOBODY', date: '2026-12-01' };
    expect(await refusalOf(await postReservation(app, member, unknown))).toMatchObject({
      fields: { shootType: MESSAGE },
    });
    const byPhone = await studio.post('/api/admin/reservation', {
      guestName: '김',
      ...unknown,
      time: '09-10',
    });
    expect(await refusalOf(byPhone)).toMatchObject({ status: 400, fields: { shootType: MESSAGE } });
    const [photo] = await insertPhotoRows(app, 'FOOD', ['food-1']);
    const moved = await studio.put(`/api/admin/photo/${photo}`, { category: 'NOBODY', alt: '' });
    expect(await refusalOf(moved)).toMatchObject({ status: 400, fields: { category: MESSAGE } });
    const { body, version } = await studio.getJson<Section>('/api/admin/settings/packages');
    const [first, ...packages] = body['packages'] as object[];
    const published = await studio.post('/api/admin/settings/packages/publish', {
      body: { packages: [{ ...first, shootType: 'NOBODY' }, ...packages] },
      baseVersion: version,
    });
    expect(await refusalOf(published)).toMatchObject({
      status: 400,
      fields: { 'packages.0.shootType': MESSAGE },
    });
  });

  it('a code cannot be changed, used twice or reserved, and one category stays shown', async () => {
    const changed = await publish((items) =>
      items.map((item) => (item.code === 'FOOD' ? { ...item, code: 'MEAL' } : item)),
    );
    expect(await refusalOf(changed)).toMatchObject({
      status: 400,
      message: '게시한 코드(FOOD)는 바꿀 수 없습니다.',
    });
    for (const code of ['FOOD', 'food', 'A', 'REPRESENTATIVE', 'FOOD_MAIN', '1A', `A${'B'.repeat(30)}`])
      expect([
        code,
        (await publish((items) => [...items, itemOf(code, '다른 이름', { id: 'x' })])).status,
      ]).toEqual([code, 400]);
    expect((await publish((items) => items.map((item) => ({ ...item, isHidden: true })))).status).toBe(400);
    const many = Array.from({ length: 9 }, (_, index) => itemOf(`MORE_${index}`, `더 ${index}`));
    expect((await publish((items) => [...items, ...many])).status).toBe(400);
    expect(await readIds()).toHaveLength(5);
  });

  it('a category is deleted while nothing refers to it, and kept otherwise', async () => {
    expect((await publish((items) => [...items, itemOf('DRONE', '드론')])).status).toBe(200);
    expect((await publish((items) => items.filter(({ code }) => code !== 'DRONE'))).status).toBe(200);
    expect(await readIds()).not.toContain('DRONE');
    const kept = await publish((items) => items.filter(({ code }) => code !== 'FAMILY'));
    expect(await refusalOf(kept)).toMatchObject({
      status: 400,
      message:
        '‘온 가족’ 카테고리에는 예약, 상품이나 사진이 있어 삭제할 수 없습니다. 대신 방문자에게 숨길 수 있습니다.',
    });
    expect(await readIds()).toContain('FAMILY');
  });

  it('a change of one process is seen by another within a second', async () => {
    const responseCache = createResponseCache(siteCacheRules, { isConnected: () => listener.isConnected() });
    const listener = app.listenForChanges(responseCache.invalidate);
    await expect.poll(() => listener.isConnected()).toBe(true);
    const other = createApp(app.deps, { responseCache });
    const readNames = async (): Promise<string[]> => {
      const { categories } = (await (await other.request('/api/studio')).json()) as Studio;
      return categories.map(({ name }) => name);
    };
    expect(await readNames()).toContain('음식');
    await publish((items) => items.map((item) => (item.code === 'FOOD' ? { ...item, name: '요리' } : item)));
    await expect.poll(readNames, { timeout: 1_000 }).toContain('요리');
    await listener.close();
  });
});

describe('changes of the categories during bookings', () => {
  const HIDES = 8;
  const MEMBERS = 6;
  interface Operation {
    readonly kind: 'hide' | 'show' | 'book';
    readonly start: number;
    readonly end: number;
  }
  const operations: Operation[] = [];
  const record = async (kind: Operation['kind'], work: () => Promise<Response>): Promise<Response> => {
    const start = performance.now();
    const response = await work();
    if (response.ok) operations.push({ kind, start, end: performance.now() });
    return response;
  };
  const statuses: number[] = [];

  beforeAll(async () => {
    let isOver = false;
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => insertMember(app)));
    const book = async (index: number): Promise<void> => {
      for (let day = 0; !isOver; day += 1) {
        const member = members[index];
        if (member === undefined) return;
        const date = addDays('2027-01-04', day * MEMBERS + index);
        const response = await record('book', () =>
          postReservation(app, member, { shootType: 'PRODUCT', date }),
        );
        statuses.push(response.status);
        // At most ten upcoming reservations per member.
        if (response.ok) {
          const { id } = (await response.json()) as { id: number };
          await app.post(`/api/reservation/${id}/cancel`, {}, { token: member.accessToken });
        }
        await sleep(1);
      }
    };
    const storm = Promise.all(members.map((_, index) => book(index)));
    for (let round = 0; round < HIDES; round += 1) {
      await record('hide', () => hide('PRODUCT'));
      await sleep(30);
      await record('show', () => hide('PRODUCT', false));
      await sleep(30);
    }
    isOver = true;
    await storm;
  });

  it('every request is booked or refused for the category', () => {
    expect(new Set(statuses)).toEqual(new Set([201, 400]));
    expect(operations.filter(({ kind }) => kind === 'hide')).toHaveLength(HIDES);
  });

  it('no booking lies within a time in which the category was hidden', () => {
    const changes = operations.filter(({ kind }) => kind !== 'book');
    const hidden = changes.flatMap(({ kind, end }, index) =>
      kind === 'hide' ? [{ from: end, to: changes[index + 1]?.start ?? Infinity }] : [],
    );
    const booked = operations.filter(({ kind }) => kind === 'book');
    expect(booked.length).toBeGreaterThan(0);
    expect(
      booked.filter(({ start, end }) => hidden.some(({ from, to }) => start >= from && end <= to)),
    ).toEqual([]);
  });

  it('each acknowledged booking exists once', async () => {
    const rows = await app.db.select().from(reservations);
    const stored = rows.filter(({ shootType }) => shootType === 'PRODUCT');
    expect(stored).toHaveLength(operations.filter(({ kind }) => kind === 'book').length);
  });
});
