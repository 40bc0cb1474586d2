import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { createAnimatedPng, createDecompressionBomb } from '#test/factories/image-fixtures.ts';
import { insertAdmin } from '#test/factories/members.ts';
import { listKeys, saveUpload, createTinyImage, createUploader, uploadFile } from '#test/factories/photos.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { AdminPhoto } from '../../contract/photo-uploads.ts';
import { maintainPhotos } from '../storage/photo-maintenance.ts';
import { photos, uploadIntents } from '../tables.ts';

const app = await createTestApp();
const { db, storage } = app.deps;
const admin = createUploader(app, (await insertAdmin(app)).id);
const asJpeg = { contentType: 'image/jpeg', fileName: 'a.jpg' } as const;
const MARKUP = '<script>alert(1)</script>';

const refused: [string, () => Promise<Buffer> | Buffer][] = [
  ['S-074 HTML', () => Buffer.from(`<!doctype html>${MARKUP}`)],
  [
    'S-074 SVG',
    () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${MARKUP}</svg>`),
  ],
  ['S-074 a GIF that is a script too', () => Buffer.from(`GIF89a/*\u0001\u0000\u0001\u0000*/=1;${MARKUP}`)],
  ['S-074 nothing', () => Buffer.alloc(0)],
  ['S-075 900 megapixels in 100 kB', () => createDecompressionBomb(30_000, 30_000)],
  ['S-075 5,000 frames', () => createAnimatedPng(5_000)],
  [
    'S-075 a JPEG cut short',
    async () => {
      const create = { width: 900, height: 900, channels: 3, background: '#123456' } as const;
      return (await sharp({ create }).jpeg().toBuffer()).subarray(0, 2_000);
    },
  ],
];

afterEach(async () => {
  await db.update(photos).set({ deletedAt: app.clock.now() });
  app.clock.advance(86_400_000);
  await maintainPhotos(app.deps, new AbortController().signal);
});

describe('an upload that is not a photo', () => {
  it.each(refused)('%s is rejected and deleted, and the next photo is published', async (_, make) => {
    const name = await uploadFile(admin, await make(), asJpeg);
    expect(await readError(await saveUpload(admin, name))).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    });
    expect(await db.select().from(uploadIntents)).toEqual([]);
    expect(await listKeys(storage)).toEqual([]);
    expect(await (await app.get('/api/photo/category-detail/FOOD')).json()).toEqual([]);

    expect((await saveUpload(admin, await uploadFile(admin, await createTinyImage()))).status).toBe(201);
  });
});

describe('a photo with embedded data', () => {
  it('S-074 S-076 re-encoding removes comments, trailing data, names and locations from a photo', async () => {
    const create = { width: 40, height: 30, channels: 3, background: '#3264c8' } as const;
    const jpeg = await sharp({ create })
      .jpeg()
      .withExif({
        IFD0: { ImageDescription: MARKUP, Copyright: MARKUP },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 33/1 0/1' },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${MARKUP}</x:xmpmeta>`)
      .toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, MARKUP.length + 2]), Buffer.from(MARKUP)]);
    const hostile = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(MARKUP)]);
    const response = await saveUpload(admin, await uploadFile(admin, hostile, asJpeg));
    expect(response.status).toBe(201);
    const { savedFileName } = (await response.json()) as AdminPhoto;
    const keys = await listKeys(storage);
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key.startsWith(savedFileName)).toBe(true);
      const bytes = Buffer.from((await storage.read(key)) ?? []);
      expect(bytes.includes(MARKUP)).toBe(false);
      const { exif, xmp, iptc, comments } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, comments }).toEqual({});
    }
  });
});
