import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { MAX_PHOTOS_PER_CATEGORY, type AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { photos } from '#core/files/server/tables.ts';
import { createAdminClient } from '#test/factories/admin-client.ts';
import { insertPhotoRows } from '#test/factories/photos.ts';
import { createTestApp, readError } from '#test/test-app.ts';

const app = await createTestApp();
const studio = await createAdminClient(app);

beforeEach(async () => {
  await app.db.delete(photos);
  await app.db.delete(adminAuditLog);
});

const listAll = (category: PhotoCategory) =>
  studio.getJson<AdminPhoto[]>(`/api/admin/photo?category=${category}`);
const idsIn = async (category: PhotoCategory) => (await listAll(category)).map(({ id }) => id);
const shownIn = async (path: string) =>
  ((await (await app.get(path)).json()) as { id: number }[]).map(({ id }) => id);
const homePhoto = async (category: PhotoCategory) =>
  ((await (await app.get('/api/photo/home')).json()) as Record<string, AdminPhoto>)[category];
const update = (changes: readonly object[]) => studio.post('/api/admin/photo/batch', { photos: changes });
const setHome = (id: number, category: string) => studio.post(`/api/admin/photo/${id}/home`, { category });

describe('changing several photos', () => {
  it('moves them to the front in the order sent, and describes and hides them', async () => {
    const [a = 0, b = 0, c = 0] = await insertPhotoRows(app, 'FOOD', ['a', 'b', 'c']);
    const others = await insertPhotoRows(app, 'PRODUCT', ['d']);
    const response = await update([
      { id: c, category: 'PRODUCT', alt: '컵' },
      { id: a, category: 'product', isHidden: true },
    ]);
    expect(
      ((await response.json()) as AdminPhoto[]).map(({ id, alt, isHidden }) => [id, alt, isHidden]),
    ).toEqual([
      [c, '컵', false],
      [a, expect.any(String), true],
    ]);
    expect(await idsIn('PRODUCT')).toEqual([c, a, ...others]);
    expect(await idsIn('FOOD')).toEqual([b]);
    const audited = await app.db.select({ target: adminAuditLog.target }).from(adminAuditLog);
    expect(audited.map(({ target }) => target).sort()).toEqual([`photo:${a}`, `photo:${c}`].sort());
  });

  it('a change of all photos that a category can have is not too large', async () => {
    const changes = Array.from({ length: MAX_PHOTOS_PER_CATEGORY }, (_, index) => ({
      id: 1_000_000 + index,
      category: 'PRODUCT',
      alt: '빛',
      isHidden: true,
    }));
    expect(await readError(await update(changes))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('a bulk update changes no photo when one of them cannot be changed', async () => {
    const [a = 0, b = 0] = await insertPhotoRows(app, 'FOOD', ['a', 'b']);
    await insertPhotoRows(app, 'PRODUCT', ['a']);
    const twice = await update([
      { id: b, category: 'PRODUCT', alt: '새' },
      { id: a, category: 'PRODUCT' },
    ]);
    expect(await readError(twice)).toMatchObject({ status: 409, code: 'PHOTO_EXISTS' });
    const unknown = await update([
      { id: b, isHidden: true },
      { id: 999_999, isHidden: true },
    ]);
    expect(await readError(unknown)).toMatchObject({ status: 404 });
    expect(await idsIn('FOOD')).toEqual([a, b]);
    expect((await listAll('FOOD')).some(({ alt, isHidden }) => alt === '새' || isHidden)).toBe(false);
    expect(await app.db.$count(adminAuditLog)).toBe(0);
  });

  it('rejects an empty selection, a wrong category and a description that is too long', async () => {
    const [id = 0] = await insertPhotoRows(app, 'FOOD', ['a']);
    for (const changes of [[], [{ id, category: 'CATS' }], [{ id, alt: '가'.repeat(201) }], [{ id: 'x' }]])
      expect(await readError(await update(changes))).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  });
});

describe('a hidden photo', () => {
  it('disappears from every public list and from the home page, and comes back in its place', async () => {
    const [a = 0, b = 0] = await insertPhotoRows(app, 'FOOD', ['a', 'b']);
    const [older = 0, newer = 0] = await insertPhotoRows(app, 'FOOD_MAIN', ['c', 'd']);
    await update([
      { id: a, isHidden: true },
      { id: newer, isHidden: true },
    ]);
    expect(await shownIn('/api/photo?category=FOOD')).toEqual([b]);
    expect(await shownIn('/api/photo/category-detail/FOOD')).toEqual([b]);
    expect((await homePhoto('FOOD_MAIN'))?.id).toBe(older);
    expect(await idsIn('FOOD')).toEqual([a, b]);
    await update([
      { id: a, isHidden: false },
      { id: newer, isHidden: false },
    ]);
    expect(await shownIn('/api/photo/category-detail/FOOD')).toEqual([a, b]);
    expect((await homePhoto('FOOD_MAIN'))?.id).toBe(newer);
  });

  it('stays hidden when its description changes, and keeps the time of hiding', async () => {
    const [id = 0] = await insertPhotoRows(app, 'FOOD', ['a']);
    await update([{ id, isHidden: true }]);
    const hiddenAt = async () =>
      (await app.db.select({ at: photos.hiddenAt }).from(photos).where(eq(photos.id, id)))[0]?.at;
    const before = await hiddenAt();
    app.clock.advance(60_000);
    await update([{ id, alt: '접시', isHidden: true }]);
    expect(await hiddenAt()).toEqual(before);
  });
});

describe('choosing a photo for the home page', () => {
  it('shows a photo of a gallery, which stays there', async () => {
    const [id = 0] = await insertPhotoRows(app, 'WEDDING', ['veil']);
    await insertPhotoRows(app, 'REPRESENTATIVE', ['old']);
    const chosen = (await (await setHome(id, 'REPRESENTATIVE')).json()) as AdminPhoto;
    expect(chosen).toMatchObject({ category: 'REPRESENTATIVE', savedFileName: 'veil' });
    expect((await homePhoto('REPRESENTATIVE'))?.id).toBe(chosen.id);
    expect(await idsIn('WEDDING')).toEqual([id]);
    // Chosen again: no second copy.
    expect(((await (await setHome(id, 'REPRESENTATIVE')).json()) as AdminPhoto).id).toBe(chosen.id);
    expect(await idsIn('REPRESENTATIVE')).toHaveLength(2);
  });

  it('shows an older or hidden photo of the same place again, whatever the clock says', async () => {
    const [first = 0, second = 0] = await insertPhotoRows(app, 'FOOD_MAIN', ['a', 'b']);
    await update([{ id: first, isHidden: true }]);
    for (const id of [first, second, first, first, second]) {
      app.clock.advance(-60_000);
      expect((await setHome(id, 'FOOD_MAIN')).status).toBe(200);
      expect((await homePhoto('FOOD_MAIN'))?.id).toBe(id);
    }
  });

  it('refuses a gallery, a damaged, a deleted and an unknown photo', async () => {
    const [damaged = 0, deleted = 0] = await insertPhotoRows(app, 'FOOD', ['a', 'b']);
    await app.db.update(photos).set({ damagedAt: app.clock.now() }).where(eq(photos.id, damaged));
    await studio.delete(`/api/admin/photo/${deleted}`);
    for (const id of [damaged, deleted, 999_999])
      expect(await readError(await setHome(id, 'FOOD_MAIN'))).toMatchObject({ status: 404 });
    expect((await setHome(damaged, 'FOOD')).status).toBe(400);
    expect(await app.db.$count(adminAuditLog, eq(adminAuditLog.action, 'SET_HOME_PHOTO'))).toBe(0);
  });
});
