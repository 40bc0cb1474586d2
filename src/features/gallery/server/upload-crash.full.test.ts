import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { photoMessages, type AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { Photo } from '#core/files/contract/photos.ts';
import { keysOf } from '#core/files/server/renditions/rendition-sizes.ts';
import { processDeletions } from '#core/files/server/storage/file-deletions.ts';
import { maintainPhotos } from '#core/files/server/storage/photo-maintenance.ts';
import { fileDeletions, photos, uploadIntents } from '#core/files/server/tables.ts';
import { LEASE_MS } from '#core/files/server/upload/upload-lease.ts';
import { uploadWorkerOf } from '#core/files/server/upload/upload-worker.ts';
import { insertAdmin } from '#test/factories/members.ts';
import { listKeys, saveUpload, createTinyImage, createUploader, uploadFile } from '#test/factories/photos.ts';
import { loseCommitAck, crashPoints, crashAt, type CrashPoint } from '#test/fakes/fault-injection.ts';
import { readError, createSecondServer, createTestApp } from '#test/test-app.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const TIMES = process.env.TEST_FULL === undefined ? 3 : 20;

// The store uses the system clock.
const app = await createTestApp({ now: new Date().toISOString() });
const admin = createUploader(app, (await insertAdmin(app)).id);

const sweep = () => maintainPhotos(app.deps, new AbortController().signal);

/** Saves an upload and crashes the server at this point. */
const saveAndDie = async (name: string, point: CrashPoint, by = admin) => {
  const { deps, hasCrashed, resume } = crashAt(app.deps, point);
  const response = saveUpload({ ...by, app: createSecondServer(app, deps) }, name);
  await hasCrashed;
  return { answer: response, wake: resume };
};

const readShown = async (): Promise<Photo[]> =>
  (await (await app.get('/api/photo/category-detail/FOOD')).json()) as Photo[];

/** Asserts that no photo lacks a file. */
const expectWholePhotos = async (): Promise<void> => {
  const stored = new Set(await listKeys(app.deps.storage));
  const rows = await app.db.select().from(photos);
  expect(rows.flatMap(keysOf).filter((key) => !stored.has(key))).toEqual([]);
};

const expectNothingLeftOver = async (): Promise<void> => {
  app.clock.advance(DAY + MINUTE);
  await sweep();
  const rows = await app.db.select().from(photos);
  expect(await listKeys(app.deps.storage)).toEqual(rows.flatMap(keysOf).toSorted());
  expect(await app.db.select().from(uploadIntents)).toEqual([]);
  expect(await app.db.select().from(fileDeletions)).toEqual([]);
};

beforeEach(async () => {
  await app.db.update(photos).set({ deletedAt: app.clock.now() });
  await app.db.delete(adminAuditLog);
  await expectNothingLeftOver();
});

describe('F-10 a process crashes', () => {
  it.each(crashPoints)(
    `a crash %s, ${TIMES} times, loses no upload and leaves no file`,
    async (point) => {
      const names = await Promise.all(
        Array.from({ length: TIMES }, async () => uploadFile(admin, await createTinyImage())),
      );
      await Promise.all(names.map((name) => saveAndDie(name, point)));
      const isCommitted =
        point === 'after the photo was committed' || point === 'before the upload is deleted';
      expect(await readShown()).toHaveLength(isCommitted ? TIMES : 0);
      await expectWholePhotos();

      const [first = ''] = names;
      const early = await readError(await saveUpload(admin, first));
      expect(early.code).toBe(isCommitted ? 'UPLOAD_SAVED' : 'UPLOAD_BUSY');
      app.clock.advance(LEASE_MS);
      // The admin retries; the maintenance job finds the rest.
      const again = await saveUpload(admin, first);
      expect(again.status).toBe(isCommitted ? 400 : 201);
      await sweep();
      expect(await readShown()).toHaveLength(TIMES);
      const lines = await app.db.select().from(adminAuditLog).where(eq(adminAuditLog.action, 'CREATE_PHOTO'));
      expect(lines).toHaveLength(TIMES);
      const by = { adminId: admin.memberId, ip: '203.0.113.1' };
      expect(lines).toMatchObject(Array.from({ length: TIMES }, () => by));
      await expectWholePhotos();
      await expectNothingLeftOver();
    },
    180_000,
  );

  it('a photo keeps its files when only the acknowledgement of its commit was lost', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    const deaf = { ...admin, app: createSecondServer(app, loseCommitAck(app.deps)) };
    expect((await saveUpload(deaf, name)).status).toBe(500);
    expect(await readShown()).toHaveLength(1);
    expect(await app.db.select().from(fileDeletions)).not.toEqual([]);
    // The deletions become due during a maintenance run.
    let now = app.clock.now().getTime();
    const clock = { now: () => new Date((now += 40 * MINUTE)) };
    for (let sweeps = 0; sweeps < 3; sweeps += 1) {
      await processDeletions({ ...app.deps, clock }, new AbortController().signal);
      await expectWholePhotos();
    }
    expect((await readError(await saveUpload(admin, name))).code).toBe('UPLOAD_SAVED');
    await expectNothingLeftOver();
  });

  it('after a shutdown the next server continues an upload at once and publishes it only once', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    const { deps, hasCrashed, resume } = crashAt(app.deps, 'before the first file is put');
    const stopped = createSecondServer(app, deps);
    const response = saveUpload({ ...admin, app: stopped }, name);
    await hasCrashed;
    expect((await readError(await saveUpload(admin, name))).code).toBe('UPLOAD_BUSY');
    await uploadWorkerOf(stopped.deps).stop();
    expect((await saveUpload(admin, name)).status).toBe(201);
    resume();
    expect((await response).status).toBe(503);
    expect(await readShown()).toHaveLength(1);
    await expectNothingLeftOver();
  });

  it('a stalled process that lost its lease does not publish the photo again', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    const { answer, wake } = await saveAndDie(name, 'before the photo is committed');
    app.clock.advance(LEASE_MS);
    const photo = (await (await saveUpload(admin, name)).json()) as AdminPhoto;
    wake();
    expect(await readError(await answer)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect((await readShown()).map(({ id }) => id)).toEqual([photo.id]);
    await expectWholePhotos();
    await expectNothingLeftOver();
  });

  it('a stalled process whose files were deleted publishes no photo', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    const { answer, wake } = await saveAndDie(name, 'between two files');
    await app.db.update(fileDeletions).set({ dueAt: app.clock.now() });
    await sweep();
    wake();
    expect(await readError(await answer)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(await readShown()).toEqual([]);
    await expectNothingLeftOver();
  });

  it('an upload whose admin deletes their account publishes nothing and leaves no file', async () => {
    const left = await insertAdmin(app);
    const leaver = createUploader(app, left.id);
    const name = await uploadFile(leaver, await createTinyImage());
    const { answer, wake } = await saveAndDie(name, 'before the photo is committed', leaver);
    expect((await app.delete('/api/member', undefined, { token: left.accessToken })).status).toBe(204);
    wake();
    expect((await answer).status).toBe(503);
    expect(await readShown()).toEqual([]);
    await expectNothingLeftOver();
  });

  it('a server that stops while resuming an upload leaves it to the next one at once', async () => {
    await saveAndDie(await uploadFile(admin, await createTinyImage()), 'between two files');
    app.clock.advance(LEASE_MS);
    const { deps, hasCrashed } = crashAt(app.deps, 'between two files');
    const ending = new AbortController();
    const sweeping = maintainPhotos({ ...app.deps, ...deps }, ending.signal);
    await hasCrashed;
    ending.abort();
    await sweeping;
    expect(await readShown()).toEqual([]);
    app.clock.advance(LEASE_MS);
    await sweep();
    expect(await readShown()).toHaveLength(1);
    await expectNothingLeftOver();
  });

  it('a file is rejected after three crashes', async () => {
    const name = await uploadFile(admin, await createTinyImage());
    for (let time = 0; time < 3; time += 1) {
      await saveAndDie(name, 'between two files');
      app.clock.advance(LEASE_MS);
    }
    expect(await readError(await saveUpload(admin, name))).toMatchObject({
      status: 400,
      message: photoMessages.expired,
    });
    await sweep();
    expect(await app.db.select().from(uploadIntents).where(eq(uploadIntents.stagingKey, name))).toEqual([]);
    await expectNothingLeftOver();
  });
});
