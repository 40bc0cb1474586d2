import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { RESTORE_WINDOW_S, type AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { photos } from '#core/files/server/tables.ts';
import { insertAdmin } from '#test/factories/members.ts';
import { insertPhoto, insertPhotoRows, createTinyImage, createUploader } from '#test/factories/photos.ts';
import { readError, createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const admin = createUploader(app, (await insertAdmin(app)).id);
const colleague = createUploader(app, (await insertAdmin(app)).id);

beforeEach(async () => {
  await app.db.delete(photos);
  await app.db.delete(adminAuditLog);
});

const photoOf = async (response: Response): Promise<AdminPhoto> => (await response.json()) as AdminPhoto;
const listAll = async (category: PhotoCategory): Promise<AdminPhoto[]> => {
  const response = await app.get(`/api/admin/photo?category=${category}`, { token: await admin.token() });
  return (await response.json()) as AdminPhoto[];
};
const idsIn = async (category: PhotoCategory) => (await listAll(category)).map(({ id }) => id);
const remove = async (id: number, by = admin) =>
  app.delete(`/api/admin/photo/${id}`, undefined, { token: await by.token() });
const restore = async (id: number) =>
  app.post(`/api/admin/photo/${id}/restore`, undefined, { token: await admin.token() });
const update = async (id: number, category: PhotoCategory, alt = '빛') =>
  app.put(`/api/admin/photo/${id}`, { category, alt }, { token: await admin.token() });
const order = async (category: PhotoCategory, ids: readonly number[], by = admin) =>
  app.post('/api/admin/photo/order', { category, ids }, { token: await by.token() });
const auditOf = async (target: string) =>
  (await app.db.select().from(adminAuditLog).where(eq(adminAuditLog.target, target))).map(
    ({ action, before, after }) => ({ action, before, after }),
  );

describe('the admins’ list of photos', () => {
  it('the admins’ list includes damaged photos but no deleted ones', async () => {
    const [first = 0, second = 0, third = 0] = await insertPhotoRows(app, 'FOOD', ['a', 'b', 'c']);
    await app.db.update(photos).set({ damagedAt: app.clock.now() }).where(eq(photos.id, second));
    await remove(third);
    expect((await listAll('FOOD')).map(({ id, isDamaged }) => [id, isDamaged])).toEqual([
      [first, false],
      [second, true],
    ]);
    const shown = (await (await app.get('/api/photo?category=FOOD')).json()) as AdminPhoto[];
    expect(shown.map(({ id }) => id)).toEqual([first]);
  });

  it('an admin reads one photo, also a hidden one, but no deleted one', async () => {
    const [hidden = 0, deleted = 0] = await insertPhotoRows(app, 'FOOD', ['a', 'b']);
    await app.db.update(photos).set({ hiddenAt: app.clock.now() }).where(eq(photos.id, hidden));
    await remove(deleted);
    const read = async (id: number) => app.get(`/api/admin/photo/${id}`, { token: await admin.token() });
    expect(await photoOf(await read(hidden))).toMatchObject({ id: hidden, isHidden: true });
    expect(await readError(await read(deleted))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('changing a photo', () => {
  it('a changed photo keeps its position, and moves to the front of another category', async () => {
    const [first = 0, second = 0] = await insertPhotoRows(app, 'FOOD', ['a', 'b']);
    const others = await insertPhotoRows(app, 'FOOD_MAIN', ['c', 'd']);
    expect(await photoOf(await update(second, 'FOOD', '접시'))).toMatchObject({ id: second, alt: '접시' });
    expect(await idsIn('FOOD')).toEqual([first, second]);
    expect(await photoOf(await update(second, 'FOOD_MAIN', ''))).toMatchObject({ alt: '음식 사진' });
    expect(await idsIn('FOOD')).toEqual([first]);
    expect(await idsIn('FOOD_MAIN')).toEqual([second, ...others]);
    expect(await auditOf(`photo:${second}`)).toEqual([
      {
        action: 'UPDATE_PHOTO',
        before: { category: 'FOOD', isHidden: false },
        after: { category: 'FOOD', isHidden: false, isAltChanged: true },
      },
      {
        action: 'UPDATE_PHOTO',
        before: { category: 'FOOD', isHidden: false },
        after: { category: 'FOOD_MAIN', isHidden: false, isAltChanged: true },
      },
    ]);
  });

  it('changing a photo rejects duplicates, full categories and missing photos', async () => {
    const bytes = await createTinyImage();
    const { id } = await insertPhoto(admin, { bytes });
    await insertPhoto(admin, { bytes, category: 'WEDDING' });
    expect(await readError(await update(id, 'WEDDING'))).toMatchObject({ status: 409, code: 'PHOTO_EXISTS' });
    await insertPhotoRows(
      app,
      'PRODUCT',
      Array.from({ length: 500 }, (_, index) => `x${index}`),
    );
    expect(await readError(await update(id, 'PRODUCT'))).toMatchObject({
      status: 409,
      code: 'CATEGORY_FULL',
    });
    await remove(id);
    expect((await update(id, 'FOOD')).status).toBe(404);
    expect(await idsIn('FOOD')).toEqual([]);
  });
});

describe('the home page', () => {
  const onHome = async () => {
    const response = await app.get('/api/photo/home');
    const home = (await response.json()) as { FOOD_MAIN?: { id: number } };
    return home.FOOD_MAIN?.id;
  };
  const hangLater = async (category: PhotoCategory) => {
    app.clock.advance(1_000);
    return insertPhoto(admin, { bytes: await createTinyImage(), category });
  };

  it('the home page shows the photo that entered its category last, and restoring a photo does not change that', async () => {
    const moved = await hangLater('FOOD');
    const first = await hangLater('FOOD_MAIN');
    const second = await hangLater('FOOD_MAIN');
    expect(await onHome()).toBe(second.id);
    app.clock.advance(1_000);
    await update(first.id, 'FOOD_MAIN', '새 설명');
    await order('FOOD_MAIN', [first.id, second.id]);
    expect(await onHome()).toBe(second.id);
    await update(moved.id, 'FOOD_MAIN');
    expect(await onHome()).toBe(moved.id);
    await remove(first.id);
    await restore(first.id);
    expect(await onHome()).toBe(moved.id);
    await remove(moved.id);
    expect(await onHome()).toBe(second.id);
    await restore(moved.id);
    expect(await onHome()).toBe(moved.id);
  });
});

describe('ordering photos', () => {
  it('reordered photos are shown in the new order to visitors too', async () => {
    const [a = 0, b = 0, c = 0] = await insertPhotoRows(app, 'FOOD', ['a', 'b', 'c']);
    await app.db.update(photos).set({ damagedAt: app.clock.now() }).where(eq(photos.id, b));
    expect((await order('FOOD', [c, b, a])).status).toBe(204);
    expect(await idsIn('FOOD')).toEqual([c, b, a]);
    const shown = await (await app.get('/api/photo/category-detail/FOOD')).json();
    expect((shown as AdminPhoto[]).map(({ id }) => id)).toEqual([c, a]);
    expect(await auditOf('photos:FOOD')).toEqual([
      { action: 'ORDER_PHOTOS', before: [a, b, c], after: [c, b, a] },
    ]);
  });

  it('ordering rejects a list that is not exactly the photos of the category', async () => {
    const [a = 0, b = 0] = await insertPhotoRows(app, 'FOOD', ['a', 'b']);
    const [other = 0] = await insertPhotoRows(app, 'WEDDING', ['c']);
    const wrong = [[], [a], [a, a], [a, b, b], [a, b, other], [a, other], [a, 2 ** 40]];
    for (const ids of wrong) {
      expect(await readError(await order('FOOD', ids))).toMatchObject({
        status: 409,
        code: 'PHOTOS_CHANGED',
      });
    }
    await remove(b);
    expect((await order('FOOD', [b, a])).status).toBe(409);
    expect((await order('FOOD', [0])).status).toBe(400);
    expect((await order('LANDSCAPE', [])).status).toBe(204);
  });

  it('F-21 of two concurrent orders one wins completely', async () => {
    const ids = await insertPhotoRows(app, 'FOOD', ['a', 'b', 'c', 'd']);
    const backwards = ids.toReversed();
    const responses = await Promise.all([
      order('FOOD', ids),
      order('FOOD', backwards, colleague),
      order('FOOD', ids),
      order('FOOD', backwards, colleague),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect([ids, backwards]).toContainEqual(await idsIn('FOOD'));
  });
});

describe('deleting photos', () => {
  it('S-078 a photo can be deleted once, and pages work meanwhile', async () => {
    const { id } = await insertPhoto(admin, { category: 'FOOD_MAIN' });
    const [deleted, ...pages] = await Promise.all([
      remove(id),
      ...Array.from({ length: 10 }, () => app.get('/api/photo/home')),
    ]);
    expect(deleted.status).toBe(204);
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    // Sooner, the same request would be taken for a repeat.
    app.clock.advance(10_000);
    expect(await readError(await remove(id))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await (await app.get('/api/photo/home')).json()).toEqual({});
  });

  it('F-21 of two admins deleting one photo at once one succeeds', async () => {
    const [id = 0] = await insertPhotoRows(app, 'FOOD', ['a']);
    const responses = await Promise.all([remove(id), remove(id, colleague)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect(await auditOf(`photo:${id}`)).toEqual([
      { action: 'DELETE_PHOTO', before: { category: 'FOOD' }, after: null },
    ]);
  });

  it('a deleted photo can be restored to its position within ten minutes', async () => {
    const ids = await insertPhotoRows(app, 'FOOD', ['a', 'b', 'c']);
    const [, second = 0] = ids;
    await remove(second);
    app.clock.advance((RESTORE_WINDOW_S - 1) * 1_000);
    expect((await photoOf(await restore(second))).id).toBe(second);
    expect(await idsIn('FOOD')).toEqual(ids);
    expect((await restore(second)).status).toBe(404);
    await remove(second);
    app.clock.advance(RESTORE_WINDOW_S * 1_000);
    expect(await readError(await restore(second))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('a deleted photo cannot be restored when a duplicate was published or the category is full', async () => {
    const bytes = await createTinyImage();
    const first = await insertPhoto(admin, { bytes });
    await remove(first.id);
    await insertPhoto(admin, { bytes });
    expect(await readError(await restore(first.id))).toMatchObject({ status: 409, code: 'PHOTO_EXISTS' });

    const [gone = 0] = await insertPhotoRows(app, 'PRODUCT', ['gone']);
    await remove(gone);
    await insertPhotoRows(
      app,
      'PRODUCT',
      Array.from({ length: 500 }, (_, index) => `x${index}`),
    );
    expect(await readError(await restore(gone))).toMatchObject({ status: 409, code: 'CATEGORY_FULL' });
  });
});
