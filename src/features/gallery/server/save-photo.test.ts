import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { adminPhoto, photoMessages, type AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { Photo } from '#core/files/contract/photos.ts';
import { keysOf } from '#core/files/server/renditions/rendition-sizes.ts';
import { fileDeletions, photos, uploadIntents } from '#core/files/server/tables.ts';
import { RenderProcessKilled } from '#core/files/server/upload/upload-errors.ts';
import { MAX_ATTEMPTS } from '#core/files/server/upload/upload-lease.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import {
  insertPhoto,
  insertPhotoRows,
  listKeys,
  requestUpload,
  saveUpload,
  createTinyImage,
  createUploader,
  uploadFile,
} from '#test/factories/photos.ts';
import { createSystemError, overrideStorage } from '#test/fakes/fault-injection.ts';
import { readError, createSecondServer, createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const { db, storage } = app.deps;
const admin = createUploader(app, (await insertAdmin(app)).id);
const colleague = createUploader(app, (await insertAdmin(app)).id);

afterEach(async () => {
  await db.delete(photos);
});

const photoOf = async (response: Response): Promise<AdminPhoto> => (await response.json()) as AdminPhoto;
const readShown = async (category: string): Promise<Photo[]> =>
  (await (await app.get(`/api/photo/category-detail/${category}`)).json()) as Photo[];
const intentOf = async (stagingKey: string) => {
  const [row] = await db.select().from(uploadIntents).where(eq(uploadIntents.stagingKey, stagingKey));
  return row;
};
const expired = { status: 400, code: 'INVALID_INPUT', message: photoMessages.expired };

describe('saving a photo', () => {
  it('saving publishes the photo at the front with all its files and an audit entry', async () => {
    const older = await insertPhoto(admin, { category: 'WEDDING' });
    const bytes = await createTinyImage();
    const name = await uploadFile(admin, bytes, { contentLength: bytes.byteLength });
    const response = await saveUpload(admin, name, { category: 'WEDDING' });
    expect(response.status).toBe(201);
    const photo = await photoOf(response);
    expect(adminPhoto.parse(photo)).toEqual(photo);
    expect(photo).toMatchObject({
      alt: '웨딩 사진',
      category: 'WEDDING',
      contentHash: sha256Hex(bytes),
      isDamaged: false,
      originalFileName: '꽃.png',
      width: 12,
    });
    expect((await readShown('wedding')).map(({ id }) => id)).toEqual([photo.id, older.id]);

    const [row] = await db.select().from(photos).where(eq(photos.id, photo.id));
    const keys = keysOf({ savedFileName: photo.savedFileName, widths: [12] });
    const files = await Promise.all(keys.map((key) => storage.read(key)));
    expect(row?.checksums).toEqual(files.map((file) => sha256Hex(file ?? Buffer.alloc(0))));
    expect(await listKeys(storage, 'staging/')).toEqual([]);
    expect((await db.select().from(fileDeletions)).map(({ key }) => key)).not.toContain(keys[0]);

    const target = `photo:${photo.id}`;
    expect(await db.select().from(adminAuditLog).where(eq(adminAuditLog.target, target))).toMatchObject([
      {
        action: 'CREATE_PHOTO',
        adminId: admin.memberId,
        ip: '203.0.113.1',
        after: { category: 'WEDDING' },
      },
    ]);
  });

  it('photos have the order of their files, whichever is saved first, in front of all others', async () => {
    const older = await insertPhoto(admin);
    const sign = async (by: typeof admin, place?: { savedFileName: string; offset: number }) =>
      uploadFile(by, await createTinyImage(), { ...(place && { place }) });
    const second = await sign(admin);
    const third = await sign(admin, { savedFileName: second, offset: 1 });
    const first = await sign(admin, { savedFileName: second, offset: -1 });
    const foreign = await sign(colleague, { savedFileName: second, offset: 2 });
    const unknown = await sign(admin, { savedFileName: 'staging/\u0000', offset: 1 });
    const ofOlderVersion = await uploadFile(admin, await createTinyImage());
    await db
      .update(uploadIntents)
      .set({ position: null })
      .where(eq(uploadIntents.stagingKey, ofOlderVersion));
    const ids: Record<string, number> = {};
    for (const name of [third, unknown, first, ofOlderVersion, second]) {
      ids[name] = (await photoOf(await saveUpload(admin, name))).id;
    }
    ids[foreign] = (await photoOf(await saveUpload(colleague, foreign))).id;
    const order = [ofOlderVersion, unknown, foreign, first, second, third].map((name) => ids[name]);
    expect((await readShown('FOOD')).map(({ id }) => id)).toEqual([...order, older.id]);
  });

  it('a photo that is uploaded hidden is shown to visitors only after an admin shows it', async () => {
    const { id, isHidden } = await insertPhoto(admin, { isHidden: true });
    expect(isHidden).toBe(true);
    expect(await readShown('FOOD')).toEqual([]);
    const target = `photo:${id}`;
    expect(await db.select().from(adminAuditLog).where(eq(adminAuditLog.target, target))).toMatchObject([
      { action: 'CREATE_PHOTO', after: { category: 'FOOD', isHidden: true } },
    ]);
    const shown = { photos: [{ id, isHidden: false }] };
    const token = await admin.token();
    expect((await app.post('/api/admin/photo/batch', shown, { token })).status).toBe(200);
    expect((await readShown('FOOD')).map((photo) => photo.id)).toEqual([id]);
  });

  it('the content hashes are those of uploaded photos, also hidden ones, that are neither damaged nor deleted', async () => {
    const listed = await insertPhoto(admin, { category: 'WEDDING', isHidden: true });
    const [damaged, deleted] = [await insertPhoto(admin), await insertPhoto(admin)];
    await db.update(photos).set({ damagedAt: app.clock.now() }).where(eq(photos.id, damaged.id));
    await db.update(photos).set({ deletedAt: app.clock.now() }).where(eq(photos.id, deleted.id));
    await insertPhotoRows(app, 'FOOD', ['sample']);
    const response = await app.get('/api/admin/photo/content-hashes', { token: await admin.token() });
    expect(await response.json()).toEqual([{ category: 'WEDDING', contentHash: listed.contentHash }]);
  });

  it.each([
    ['REPRESENTATIVE', '', '대표 사진'],
    ['FOOD_MAIN', '', '음식 사진'],
    ['PRODUCT', ' 흰 컵 ', '흰 컵'],
  ] as const)('says of a photo of %s described as %j: %s', async (category, alt, expected) => {
    expect((await insertPhoto(admin, { category, alt })).alt).toBe(expected);
  });

  it('saving before the file has arrived fails and can be retried', async () => {
    const { savedFileName } = (await (await requestUpload(admin)).json()) as { savedFileName: string };
    expect(await readError(await saveUpload(admin, savedFileName))).toMatchObject({
      status: 400,
      message: photoMessages.notUploaded,
    });
    expect(await intentOf(savedFileName)).toMatchObject({ state: 'ISSUED', attempts: 0 });
    await storage.put(savedFileName, await createTinyImage(), 'image/png');
    expect((await saveUpload(admin, savedFileName)).status).toBe(201);
  });

  it('a file of another size than announced is rejected permanently', async () => {
    const name = await uploadFile(admin, await createTinyImage(), { contentLength: 7 });
    expect(await readError(await saveUpload(admin, name))).toMatchObject({ status: 400 });
    expect(await intentOf(name)).toBeUndefined();
    expect(await storage.stat(name)).toBeNull();
    expect(await readError(await saveUpload(admin, name))).toMatchObject(expired);
  });

  it('a duplicate in the same category is rejected but accepted in another', async () => {
    const bytes = await createTinyImage();
    await insertPhoto(admin, { bytes });
    const name = await uploadFile(colleague, bytes);
    expect(await readError(await saveUpload(colleague, name))).toMatchObject({ code: 'PHOTO_EXISTS' });
    expect((await saveUpload(colleague, name, { category: 'PRODUCT' })).status).toBe(201);
  });

  it('uploading a damaged photo again repairs it in its position', async () => {
    const bytes = await createTinyImage();
    const damaged = await insertPhoto(admin, { bytes });
    const front = await insertPhoto(admin);
    await db.update(photos).set({ damagedAt: app.clock.now() }).where(eq(photos.id, damaged.id));
    const mended = await insertPhoto(admin, { bytes });
    const token = await admin.token();
    const kept = await app.get('/api/admin/photo?category=FOOD', { token });
    expect(await kept.json()).toMatchObject([{ id: front.id }, { id: mended.id, isDamaged: false }]);
    const restored = await app.post(`/api/admin/photo/${damaged.id}/restore`, undefined, { token });
    expect((await readError(restored)).code).toBe('PHOTO_EXISTS');
  });

  it('of two concurrent uploads of one file one is published', async () => {
    const bytes = await createTinyImage();
    const names = [await uploadFile(admin, bytes), await uploadFile(colleague, bytes)] as const;
    const responses = await Promise.all([saveUpload(admin, names[0]), saveUpload(colleague, names[1])]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await readShown('FOOD')).toHaveLength(1);
  });

  it('the 501st photo of a category is rejected', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `x${index}`);
    const [first = 0] = await insertPhotoRows(app, 'FOOD', names);
    const name = await uploadFile(admin, await createTinyImage());
    expect(await readError(await saveUpload(admin, name))).toMatchObject({
      status: 409,
      code: 'CATEGORY_FULL',
    });
    await app.delete(`/api/admin/photo/${first}`, undefined, { token: await admin.token() });
    expect((await saveUpload(admin, name)).status).toBe(201);
  });
});

describe('a failed save', () => {
  /** An admin whose server gets this error when it reads the upload. */
  const failingWith = (error: Error) => {
    const failing = overrideStorage(storage, { read: () => Promise.reject(error) });
    return { ...admin, app: createSecondServer(app, { storage: failing }) };
  };

  it('a file whose process is killed is retried a limited number of times and then rejected', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    const unlucky = failingWith(new RenderProcessKilled());
    for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts += 1) {
      expect((await saveUpload(unlucky, name)).status).toBe(503);
      expect(await intentOf(name)).toMatchObject({ state: 'ISSUED', attempts });
    }
    expect(await readError(await saveUpload(unlucky, name))).toMatchObject({
      status: 400,
      message: photoMessages.unreadable,
    });
    expect(await intentOf(name)).toBeUndefined();
  });

  it.each([
    ['EIO', '5'],
    ['ENOSPC', '60'],
  ])('because of %s may be done after %s seconds, and is no try', async (code, seconds) => {
    const name = await uploadFile(admin, await createTinyImage());
    const response = await saveUpload(failingWith(createSystemError(code)), name);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, seconds]);
    expect(await intentOf(name)).toMatchObject({ state: 'ISSUED', attempts: 0 });
  });

  it('an internal error is not reported as an unavailable store', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    const result = await saveUpload(failingWith(new TypeError('of our own')), name);
    expect(await readError(result)).toMatchObject({ status: 500, code: 'INTERNAL' });
    expect(await intentOf(name)).toMatchObject({ state: 'ISSUED', attempts: 0 });
  });
});

describe('S-073 an admin can save only their own uploads', () => {
  it.each([
    'staging/00000000-0000-4000-8000-000000000000.png',
    '../../etc/passwd',
    'staging/../4b74916230e5925f56f549e4.jpg',
    'https://evil.example/x.png',
    '4b74916230e5925f56f549e4.jpg',
    'staging/\u0000.png',
    ' ',
  ])('not %j', async (name) => {
    expect(await readError(await saveUpload(admin, name))).toMatchObject(expired);
  });

  it('saving another admin’s upload and an unknown one give the same error', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    const ofColleague = await saveUpload(colleague, name);
    app.clock.advance(900_000);
    const tooLate = await saveUpload(admin, name);
    expect(await readError(ofColleague.clone())).toMatchObject(expired);
    expect(await tooLate.text()).toBe(await ofColleague.text());
  });

  it('an upload can be saved until it expires, and once', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    app.clock.advance(899_000);
    expect((await saveUpload(admin, name)).status).toBe(201);
    expect(await readError(await saveUpload(admin, name))).toMatchObject({
      status: 400,
      code: 'UPLOAD_SAVED',
    });
    expect(await readError(await saveUpload(colleague, name))).toMatchObject(expired);
  });

  it('saving an upload twenty times at once publishes one photo', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    const responses = await Promise.all(Array.from({ length: 20 }, () => saveUpload(admin, name)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 201)) {
      const isBusy = response.headers.has('retry-after');
      expect(await readError(response)).toMatchObject(
        isBusy ? { status: 409, code: 'UPLOAD_BUSY' } : { status: 400, code: 'UPLOAD_SAVED' },
      );
    }
    expect(await readShown('FOOD')).toHaveLength(1);
    expect(await db.select().from(photos)).toHaveLength(1);
  });

  it('members cannot save photos', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    const body = { category: 'FOOD', originalFileName: 'a.png', savedFileName: name };
    const { accessToken: token } = await insertMember(app);
    expect((await app.post('/api/admin/photo/save-metadata', body, { token })).status).toBe(403);
    expect((await saveUpload(admin, name)).status).toBe(201);
  });
});
