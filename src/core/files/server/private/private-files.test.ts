import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ReservationDetail } from '#features/reservations/contract/admin-reservations.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { createAdminClient } from '#test/factories/admin-client.ts';
import { insertMember, insertAdmin } from '#test/factories/members.ts';
import { createUploader, insertPhoto, listKeys } from '#test/factories/photos.ts';
import { insertPicture, requestPictureUpload, savePicture, uploadPicture } from '#test/factories/pictures.ts';
import { insertReservation, postReservation } from '#test/factories/reservations.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import { checkIntegrity } from '../storage/check-integrity.ts';
import { maintainPhotos } from '../storage/photo-maintenance.ts';
import { fileDeletions, photos, privateFiles } from '../tables.ts';

const DAY_MS = 86_400_000;
const app = await createTestApp();
const { db, storage } = app.deps;
const studio = await createAdminClient(app);

const read = (id: string, token?: string): Promise<Response> =>
  app.get(`/api/private-file/${id}`, token === undefined ? {} : { token });
const fileOf = async (id: string) => (await db.select().from(privateFiles).where(eq(privateFiles.id, id)))[0];
const maintain = () => maintainPhotos(app.deps, new AbortController().signal);

describe('a private picture', () => {
  it('only its owner and admins can see it, and never by the path of photos', async () => {
    const [member, other] = [await insertMember(app), await insertMember(app)];
    const id = await insertPicture(app, member);
    for (const token of [member.accessToken, (await insertAdmin(app)).accessToken]) {
      const response = await read(id, token);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).format).toBe('jpeg');
    }
    expect((await read(id, other.accessToken)).status).toBe(404);
    expect((await read(id)).status).toBe(404);
    for (const path of [`/photos/private/${id}.jpg`, `/photos/private%2F${id}.jpg`, `/photos/${id}.jpg`])
      expect((await app.get(path)).status).toBe(404);
  });

  it('metadata is removed, and what is not a picture is refused', async () => {
    const member = await insertMember(app);
    const jpeg = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#3264c8' } })
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 33/1 0/1' } })
      .toBuffer();
    const saved = await savePicture(app, member, await uploadPicture(app, member, jpeg));
    const { id, width, height } = (await saved.json()) as { id: string; width: number; height: number };
    expect([width, height]).toEqual([30, 20]);
    const bytes = Buffer.from(await (await read(id, member.accessToken)).arrayBuffer());
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();

    const refused = await savePicture(
      app,
      member,
      await uploadPicture(app, member, Buffer.from('<html></html>')),
    );
    expect(await readError(refused)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  });

  it('an upload is saved once, by the member who made it', async () => {
    const [member, other] = [await insertMember(app), await insertMember(app)];
    const name = await uploadPicture(app, member);
    expect((await savePicture(app, other, name)).status).toBe(400);
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await savePicture(app, member, name)).status),
    );
    expect(statuses.toSorted()).toEqual([201, 400, 400]);
    expect(await db.$count(privateFiles, eq(privateFiles.memberId, member.id))).toBe(1);
  });

  it('is copied from a photo that visitors see, and from no other', async () => {
    const member = await insertMember(app);
    const admin = await insertAdmin(app);
    const photo = await insertPhoto(createUploader(app, admin.id), { category: 'FOOD' });
    const copy = (photoId: number, token?: string) =>
      app.post('/api/private-file/photo', { photoId }, token === undefined ? {} : { token });
    const response = await copy(photo.id, member.accessToken);
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: string };
    const bytes = Buffer.from(await (await read(id, member.accessToken)).arrayBuffer());
    expect(bytes).toEqual(Buffer.from((await storage.read(`${photo.savedFileName}.jpg`)) ?? []));
    expect(await fileOf(id)).toMatchObject({ memberId: member.id, width: photo.width, height: photo.height });

    expect((await copy(photo.id)).status).toBe(401);
    expect((await copy(0, member.accessToken)).status).toBe(400);
    expect((await copy(photo.id + 1_000_000, member.accessToken)).status).toBe(404);
    await db.update(photos).set({ hiddenAt: app.clock.now() }).where(eq(photos.id, photo.id));
    expect((await copy(photo.id, member.accessToken)).status).toBe(404);
  });

  it('a member keeps at most 10 pictures without a reservation and can delete them', async () => {
    const member = await insertMember(app);
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1) ids.push(await insertPicture(app, member));
    const refused = await requestPictureUpload(app, member, 100);
    expect(await readError(refused)).toMatchObject({ status: 409, code: 'TOO_MANY_PICTURES' });
    const photo = await insertPhoto(createUploader(app, (await insertAdmin(app)).id), { category: 'FOOD' });
    const stored = (await listKeys(storage, 'private/')).length;
    const copied = await app.post(
      '/api/private-file/photo',
      { photoId: photo.id },
      { token: member.accessToken },
    );
    expect(await readError(copied)).toMatchObject({ status: 409, code: 'TOO_MANY_PICTURES' });
    expect(await listKeys(storage, 'private/')).toHaveLength(stored);
    const [first = ''] = ids;
    const key = (await fileOf(first))?.key ?? '';
    const deleted = await app.delete(`/api/private-file/${first}`, undefined, { token: member.accessToken });
    expect(deleted.status).toBe(204);
    expect(await db.$count(fileDeletions, eq(fileDeletions.key, key))).toBe(1);
    await maintain();
    expect(await storage.stat(key)).toBeNull();
    expect((await read(first, member.accessToken)).status).toBe(404);
    await insertPicture(app, member);
  });
});

describe('the reference pictures of a reservation', () => {
  it('they are shown to the client and the studio in their order', async () => {
    const member = await insertMember(app);
    const [one, two] = [await insertPicture(app, member), await insertPicture(app, member)];
    const reservation = await insertReservation(app, member, { pictureIds: [two, one] });
    const own = await app.get(`/api/reservation/${reservation.id}`, { token: member.accessToken });
    expect(await own.json()).toMatchObject({ pictureIds: [two, one] });
    const detail = await studio.getJson<ReservationDetail>(`/api/admin/reservation/${reservation.id}`);
    expect(detail.pictureIds).toEqual([two, one]);
    const removed = await app.delete(`/api/private-file/${one}`, undefined, { token: member.accessToken });
    expect(removed.status).toBe(404);
  });

  it('pictures of others, unknown ones and more than five are refused, and nothing is booked', async () => {
    const [member, other] = [await insertMember(app), await insertMember(app)];
    const foreign = await insertPicture(app, other);
    const own = await insertPicture(app, member);
    const before = await db.$count(reservations);
    for (const pictureIds of [[foreign], [own, '00000000-0000-4000-8000-000000000009'], Array(6).fill(own)]) {
      const response = await postReservation(app, member, { date: '2026-12-09', pictureIds });
      expect(await readError(response)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    }
    expect(await db.$count(reservations)).toBe(before);
    expect(await fileOf(own)).toMatchObject({ reservationId: null });
  });

  it('a repeated request with the same key books once with the same pictures', async () => {
    const member = await insertMember(app);
    const pictureIds = [await insertPicture(app, member)];
    const key = 'a'.repeat(32);
    const statuses = [];
    for (let count = 0; count < 2; count += 1)
      statuses.push((await postReservation(app, member, { date: '2026-12-10', pictureIds }, key)).status);
    expect(statuses).toEqual([201, 201]);
    expect(await db.$count(reservations, eq(reservations.memberId, member.id))).toBe(1);
  });

  it('they are deleted with the reservation or the account, and unused ones after a day', async () => {
    const [booker, leaver, idler] = [
      await insertMember(app),
      await insertMember(app),
      await insertMember(app),
    ];
    const pictures = await Promise.all([booker, leaver, idler].map((member) => insertPicture(app, member)));
    const [booked = '', left = '', idle = ''] = pictures;
    const reservation = await insertReservation(app, booker, { date: '2026-12-11', pictureIds: [booked] });
    await insertReservation(app, leaver, { date: '2026-12-12', pictureIds: [left] });
    const keys = await Promise.all(pictures.map(async (id) => (await fileOf(id))?.key ?? ''));
    const stored = async () =>
      (await Promise.all(keys.map((key) => storage.stat(key)))).map((file) => file !== null);

    const withdrawn = await app.delete('/api/member', {}, { token: leaver.accessToken });
    expect(withdrawn.status).toBe(204);
    await maintain();
    expect(await stored()).toEqual([true, false, true]);

    app.clock.advance(DAY_MS + 1);
    await maintain();
    expect(await stored()).toEqual([true, false, false]);
    expect(await fileOf(idle)).toBeUndefined();

    await db.delete(reservations).where(eq(reservations.id, reservation.id));
    await maintain();
    expect(await stored()).toEqual([false, false, false]);
  });

  it('a crash before the row is written leaves no file, and the integrity check knows private files', async () => {
    const member = await insertMember(app);
    await insertPicture(app, member);
    const key = 'private/11111111-1111-4111-8111-111111111111.jpg';
    await storage.put(key, new Uint8Array([1]), 'image/jpeg');
    const { orphans } = await checkIntegrity(app.deps);
    expect(orphans.filter((orphan) => orphan.startsWith('private/') && orphan !== key)).toEqual([]);
    const lost = (await fileOf(await insertPicture(app, member)))?.key ?? '';
    await storage.delete(lost);
    expect((await checkIntegrity(app.deps)).missing).toEqual([lost]);
    await db.delete(privateFiles).where(eq(privateFiles.key, lost));
    const known = (await db.select({ key: privateFiles.key }).from(privateFiles)).map((row) => row.key);
    expect(await listKeys(storage, 'private/')).toEqual(expect.arrayContaining(known));
  });
});
