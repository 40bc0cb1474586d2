import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OfferedPackage } from '#core/content/contract/studio.ts';
import { type AdminPhoto, photoMessages } from '#core/files/contract/photo-uploads.ts';
import { REPRESENTATIVE_IMAGE_PATH, shareImagePath, type Photo } from '#core/files/contract/photos.ts';
import { photos } from '#core/files/server/tables.ts';
import { createAdminClient } from '#test/factories/admin-client.ts';
import { insertPhotoRows } from '#test/factories/photos.ts';
import { createSecondServer, createTestApp, readError } from '#test/test-app.ts';

const app = await createTestApp();
const studio = await createAdminClient(app);
const read = async <T>(path: string): Promise<T> => (await (await app.get(path)).json()) as T;
const setFocus = (id: number, focus: object) =>
  studio.put(`/api/admin/photo/${id}`, { category: 'FOOD', alt: '빛', focus });

beforeEach(async () => {
  await app.db.delete(photos);
});

describe('the focal point of a photo', () => {
  it('is the center at first', async () => {
    await insertPhotoRows(app, 'FOOD', ['a']);
    const [photo] = await read<Photo[]>('/api/photo?category=FOOD');
    expect(photo?.focus).toEqual({ x: 50, y: 50 });
  });

  it('is shared by the copy of the photo on the home page', async () => {
    const [id = 0] = await insertPhotoRows(app, 'FOOD', ['a', 'b']);
    await studio.post(`/api/admin/photo/${id}/home`, { category: 'FOOD_MAIN' });
    const saved = (await (await setFocus(id, { x: 20, y: 85 })).json()) as AdminPhoto;
    expect(saved.focus).toEqual({ x: 20, y: 85 });
    const home = await read<{ FOOD_MAIN: Photo }>('/api/photo/home');
    expect(home.FOOD_MAIN.focus).toEqual({ x: 20, y: 85 });
    const others = await app.db.select().from(photos).where(eq(photos.savedFileName, 'b'));
    expect(others.map(({ focusX, focusY }) => [focusX, focusY])).toEqual([[50, 50]]);
  });

  it.each([{ x: 101, y: 50 }, { x: 52, y: 50 }, { x: -5, y: 50 }, { x: 50 }])(
    'rejects %o and changes nothing',
    async (focus) => {
      const [id = 0] = await insertPhotoRows(app, 'FOOD', ['a']);
      expect(await readError(await setFocus(id, focus))).toMatchObject({
        status: 400,
        code: 'INVALID_INPUT',
      });
      const [photo] = await read<Photo[]>('/api/photo?category=FOOD');
      expect(photo?.focus).toEqual({ x: 50, y: 50 });
    },
  );

  it('rejects an off-grid focal point with its Korean message', async () => {
    const [id = 0] = await insertPhotoRows(app, 'FOOD', ['a']);
    const body = (await (await setFocus(id, { x: 52, y: 50 })).json()) as { fields: object };
    expect(Object.values(body.fields)).toEqual([photoMessages.focus]);
  });
});

describe('GET /share-image/:file', () => {
  const publish = async (focus: { x: number; y: number }): Promise<string> => {
    // Red, green and blue stripes, each a third of an upright photo.
    const stripe = (background: string) => ({
      create: { width: 600, height: 400, channels: 3 as const, background },
    });
    const jpeg = await sharp({ create: { width: 600, height: 1200, channels: 3, background: '#ff0000' } })
      .composite([
        { input: stripe('#00ff00'), left: 0, top: 400 },
        { input: stripe('#0000ff'), left: 0, top: 800 },
      ])
      .jpeg()
      .toBuffer();
    await app.deps.storage.put('striped.jpg', jpeg, 'image/jpeg');
    const [id = 0] = await insertPhotoRows(app, 'FOOD', ['striped']);
    await setFocus(id, focus);
    return shareImagePath(id, focus);
  };

  it.each([
    [{ x: 50, y: 0 }, 'r'],
    [{ x: 50, y: 50 }, 'g'],
    [{ x: 50, y: 100 }, 'b'],
  ] as const)('crops the photo to 1200 by 630 around %o', async (focus, colour) => {
    const response = await app.get(await publish(focus));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const bytes = Buffer.from(await response.arrayBuffer());
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    const middle = data.subarray((315 * 1200 + 600) * 3);
    const channel = { r: 0, g: 1, b: 2 }[colour];
    for (const index of [0, 1, 2])
      expect((middle[index] ?? 0) > 128, `${colour} ${index}`).toBe(index === channel);
  });

  it('is not sent again to those who have it, and not at all when visitors do not see the photo', async () => {
    const path = await publish({ x: 50, y: 50 });
    const etag = (await app.get(path)).headers.get('etag') ?? '';
    const again = await app.get(path, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    await app.db.update(photos).set({ hiddenAt: app.clock.now() });
    expect((await app.get(path)).status).toBe(404);
  });

  it('S-016 a share image that must be cropped counts as ten reads, and a cached one as one', async () => {
    const limited = createSecondServer(app, { env: { ...app.deps.env, rateLimits: true } });
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const names = Array.from({ length: 31 }, (_, index) => `small-${index}`);
    for (const name of names) await app.deps.storage.put(`${name}.jpg`, jpeg, 'image/jpeg');
    const statuses: Record<string, number[]> = { '192.0.2.1': [], '192.0.2.2': [] };
    const ids = await insertPhotoRows(app, 'FOOD', names);
    for (const [ip, seen] of Object.entries(statuses))
      for (const id of ids) seen.push((await limited.get(`/share-image/${id}.jpg`, { ip })).status);
    const cropped = Array.from({ length: 30 }, () => 200);
    expect(statuses).toEqual({ '192.0.2.1': [...cropped, 429], '192.0.2.2': [...cropped, 200] });
  });

  it('the newest representative photo is cropped to 800 by 600 at an address of its own', async () => {
    await app.db.delete(photos);
    expect((await app.get(REPRESENTATIVE_IMAGE_PATH)).status).toBe(404);
    await publish({ x: 50, y: 100 });
    await app.db.update(photos).set({ category: 'REPRESENTATIVE' });
    const response = await app.get(REPRESENTATIVE_IMAGE_PATH);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const bytes = Buffer.from(await response.arrayBuffer());
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([800, 600]);
    expect(data.at(-1)).toBeGreaterThan(128);
  });

  it.each(['0.jpg', '1.png', '1', '99999999.jpg', '-1.jpg', '1e3.jpg', '..%2f1.jpg'])(
    'answers 404 to %s',
    async (file) => {
      expect((await app.get(`/share-image/${file}`)).status).toBe(404);
    },
  );
});

describe('photos on the home and price pages', () => {
  it('the newest eight of the category pages are listed, without hidden ones and covers', async () => {
    await insertPhotoRows(app, 'REPRESENTATIVE', ['cover']);
    const food = await insertPhotoRows(app, 'FOOD', ['a', 'b', 'c', 'd', 'e']);
    const wedding = await insertPhotoRows(app, 'WEDDING', ['f', 'g', 'h', 'i', 'j']);
    await app.db
      .update(photos)
      .set({ hiddenAt: app.clock.now() })
      .where(eq(photos.id, wedding[4] ?? 0));
    await insertPhotoRows(app, 'WEDDING_MAIN', ['i']);
    const ids = (await read<Photo[]>('/api/photo/latest')).map(({ id }) => id);
    expect(ids).toEqual([...food, ...wedding.slice(0, 3)].toReversed().slice(0, 8));
  });

  it('a package without a photo shows one of its category', async () => {
    const [first = 0] = await insertPhotoRows(app, 'FOOD', ['a', 'b']);
    const packages = await read<OfferedPackage[]>('/api/studio/packages');
    const shown = new Map(packages.map(({ shootType, photo }) => [shootType, photo?.id]));
    expect(shown.get('FOOD')).toBe(first);
    expect(shown.get('WEDDING')).toBeUndefined();
  });
});
