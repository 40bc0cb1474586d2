import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadSamplePhotos } from '#features/gallery/server/load-sample-photos.ts';
import { insertAdmin } from '#test/factories/members.ts';
import {
  insertPhoto,
  listKeys,
  requestUpload,
  saveUpload,
  createTinyImage,
  createUploader,
  uploadFile,
} from '#test/factories/photos.ts';
import { createFailingStorage } from '#test/fakes/fault-injection.ts';
import { readError, createSecondServer, createTestApp } from '#test/test-app.ts';
import type { AdminPhoto } from '../../contract/photo-uploads.ts';
import type { Photo } from '../../contract/photos.ts';
import { keysOf } from '../renditions/rendition-sizes.ts';
import { fileDeletions, photos, uploadIntents } from '../tables.ts';
import { maintainPhotos } from './photo-maintenance.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// The store uses the system clock.
const app = await createTestApp({ now: new Date().toISOString() });
const { db, storage } = app.deps;
const admin = createUploader(app, (await insertAdmin(app)).id);

const sweep = (signal = new AbortController().signal) => maintainPhotos(app.deps, signal);
const remove = async (id: number) =>
  app.delete(`/api/admin/photo/${id}`, undefined, { token: await admin.token() });
const countOf = (table: typeof uploadIntents | typeof fileDeletions | typeof photos) => db.$count(table);

/** Creates the state that a process leaves when it crashes while publishing. */
const leaveToSweeper = async (name: string): Promise<void> => {
  const choice = { category: 'FOOD', originalFileName: 'a.png', alt: '빛' } as const;
  await db
    .update(uploadIntents)
    .set({ ...choice, state: 'PROCESSING', leaseUntil: app.clock.now() })
    .where(eq(uploadIntents.stagingKey, name));
};

beforeEach(async () => {
  await db.update(photos).set({ deletedAt: app.clock.now() });
  app.clock.advance(DAY + MINUTE);
  await sweep();
});

describe('F-09 an unsaved upload', () => {
  it('an unsaved upload is deleted with its file an hour after its URL was issued', async () => {
    await requestUpload(admin);
    const name = await uploadFile(admin, await createTinyImage());
    app.clock.advance(59 * MINUTE);
    await sweep();
    expect(await countOf(uploadIntents)).toBe(2);
    expect(await listKeys(storage)).toEqual([name]);
    app.clock.advance(MINUTE);
    await sweep();
    expect(await countOf(uploadIntents)).toBe(0);
    expect(await listKeys(storage)).toEqual([]);
  });

  it('unsaved uploads of a deleted admin are deleted within a day, and photos stay', async () => {
    const left = await insertAdmin(app);
    const leaver = createUploader(app, left.id);
    const photo = await insertPhoto(leaver);
    const name = await uploadFile(leaver, await createTinyImage());
    expect((await app.delete('/api/member', undefined, { token: left.accessToken })).status).toBe(204);
    expect(await countOf(uploadIntents)).toBe(0);
    expect(await listKeys(storage, 'staging/')).toEqual([name]);
    app.clock.advance(DAY + MINUTE);
    await sweep();
    expect(await listKeys(storage)).toEqual(keysOf({ ...photo, widths: [12] }).toSorted());
  });

  it('expired uploads are deleted in batches by two servers at once', async () => {
    await db.execute(sql`
      insert into upload_intents (id, staging_key, member_id, content_type, created_at, expires_at)
      select id, 'staging/' || id || '.png', ${admin.memberId}::uuid, 'image/png', now() - interval '3 days', now() - interval '2 days'
      from (select gen_random_uuid() as id from generate_series(1, 503)) as made
    `);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(await countOf(uploadIntents)).toBe(0);
    expect(await countOf(fileDeletions)).toBe(0);
  });

  it('a shutdown stops the deletion of expired uploads', async () => {
    await uploadFile(admin, await createTinyImage());
    app.clock.advance(HOUR);
    await sweep(AbortSignal.abort());
    expect(await countOf(uploadIntents)).toBe(1);
  });
});

describe('a photo', () => {
  it('a saved photo leaves no staged file, even if its URL was used again', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    const photo = (await (await saveUpload(admin, name)).json()) as AdminPhoto;
    await storage.put(name, await createTinyImage(), 'image/png');
    app.clock.advance(16 * MINUTE);
    await sweep();
    expect(await listKeys(storage)).toEqual(keysOf({ ...photo, widths: [12] }).toSorted());
  });

  it('a deleted photo keeps its files while it can be restored, then they are deleted', async () => {
    const { id } = await insertPhoto(admin);
    await remove(id);
    app.clock.advance(10 * MINUTE - 1_000);
    await sweep();
    const restored = await app.post(`/api/admin/photo/${id}/restore`, undefined, {
      token: await admin.token(),
    });
    const { imageUrl, savedFileName } = (await restored.json()) as Photo;
    expect(imageUrl).toContain(savedFileName);
    expect(await storage.read(`${savedFileName}.jpg`)).not.toBeNull();
    await remove(id);
    app.clock.advance(11 * MINUTE);
    await sweep();
    expect(await countOf(photos)).toBe(0);
    expect(await listKeys(storage, savedFileName)).toEqual([]);
  });

  it('deleting a photo keeps files that another photo shares', async () => {
    await loadSamplePhotos(app.deps, path.resolve('sample'));
    const [main] = await db.select().from(photos).where(eq(photos.category, 'FOOD_MAIN'));
    if (main === undefined) throw new Error('the sample has no main photo');
    expect(main.checksums).toHaveLength(keysOf(main).length);
    const twins = await db.select().from(photos).where(eq(photos.savedFileName, main.savedFileName));
    expect(twins).toHaveLength(2);
    await remove(main.id);
    app.clock.advance(11 * MINUTE);
    await sweep();
    expect(await listKeys(storage, main.savedFileName)).toEqual(keysOf(main).toSorted());
    for (const { id } of twins) await remove(id);
    app.clock.advance(11 * MINUTE);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(await listKeys(storage, main.savedFileName)).toEqual([]);
  });

  it('a photo published under the name of a deleted one keeps its files', async () => {
    await loadSamplePhotos(app.deps, path.resolve('sample'));
    await db.update(photos).set({ deletedAt: app.clock.now() });
    app.clock.advance(11 * MINUTE);
    const away = createSecondServer(app, { storage: createFailingStorage(storage).storage });
    await expect(maintainPhotos(away.deps, new AbortController().signal)).rejects.toThrow();
    await loadSamplePhotos(app.deps, path.resolve('sample'));
    app.clock.advance(DAY);
    await sweep();
    const rows = await db.select().from(photos);
    expect(await listKeys(storage)).toEqual([...new Set(rows.flatMap(keysOf))].toSorted());
  });
});

it('maintenance runs add no listeners to the long-lived abort signal', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', hear);
  try {
    const { signal } = new AbortController();
    setMaxListeners(1, signal);
    for (let sweeps = 0; sweeps < 3; sweeps += 1) {
      await leaveToSweeper(await uploadFile(admin, await createTinyImage()));
      await sweep(signal);
    }
    // Warnings are emitted asynchronously.
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', hear);
  }
});

describe('F-12 an unavailable store', () => {
  it('while the store is unavailable pages work, no photo is lost, and deletions run later', async () => {
    const shown = await insertPhoto(admin);
    const deleted = await insertPhoto(admin);
    const name = await uploadFile(admin, await createTinyImage());
    const store = createFailingStorage(storage);
    const server = createSecondServer(app, { storage: store.storage });
    const local = { ...admin, app: server };

    expect((await requestUpload(local)).status).toBe(200);
    const refused = await saveUpload(local, name);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await readError(refused)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(await db.select().from(uploadIntents).where(eq(uploadIntents.stagingKey, name))).toMatchObject([
      { state: 'ISSUED', attempts: 0 },
    ]);
    const token = await local.token();
    expect((await server.delete(`/api/admin/photo/${deleted.id}`, undefined, { token })).status).toBe(204);
    const page = await server.get('/api/photo/category-detail/FOOD');
    expect(((await page.json()) as Photo[]).map(({ id }) => id)).toEqual([shown.id]);

    for (let minutes = 0; minutes < 60; minutes += 12) {
      app.clock.advance(12 * MINUTE);
      await expect(maintainPhotos(server.deps, new AbortController().signal)).rejects.toThrow(
        'does not answer',
      );
    }
    expect(await countOf(photos)).toBe(1);
    expect(await listKeys(storage, deleted.savedFileName)).toHaveLength(3);
    store.comeBack();
    app.clock.advance(HOUR + 5 * MINUTE);
    await maintainPhotos(server.deps, new AbortController().signal);
    expect(await listKeys(storage)).toEqual(keysOf({ ...shown, widths: [12] }).toSorted());
    expect(await countOf(fileDeletions)).toBe(0);
  });

  it('an upload can be saved once the store is available again', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    const store = createFailingStorage(storage);
    const local = { ...admin, app: createSecondServer(app, { storage: store.storage }) };
    expect((await saveUpload(local, name)).status).toBe(503);
    store.comeBack();
    expect((await saveUpload(local, name)).status).toBe(201);
  });

  it('an interrupted upload is resumed once the store is available again', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    await leaveToSweeper(name);
    const store = createFailingStorage(storage);
    const { deps } = createSecondServer(app, { storage: store.storage });
    for (let time = 0; time < 5; time += 1) {
      await expect(maintainPhotos(deps, new AbortController().signal)).rejects.toThrow('does not answer');
    }
    store.comeBack();
    await maintainPhotos(deps, new AbortController().signal);
    expect(await (await app.get('/api/photo/category-detail/FOOD')).json()).toMatchObject([{ alt: '빛' }]);
  });
});
