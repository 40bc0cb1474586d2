import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { photoMessages } from '#contract/photos.ts';
import type { AdminPhoto, Photo } from '#contract/photos.ts';
import { adminAuditLog, fileDeletions, photos, uploadIntents } from '#server/db/schema.ts';
import { refusalOf, secondServer, testApp } from '#test/app.ts';
import { insertAdmin } from '#test/factories.ts';
import { deafToCommit, deathPoints, doomedAt } from '#test/faulty.ts';
import type { DeathPoint } from '#test/faulty.ts';
import { keysIn, saveUpload, tinyPicture, uploaderOf, uploadFile } from '#test/uploads.ts';
import { LEASE } from './claim-upload.ts';
import { deleteFiles } from './delete-files.ts';
import { leaveUploads } from './publish-upload.ts';
import { keysOf } from './renditions.ts';
import { sweepPhotos } from './sweep-photos.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const TIMES = process.env.TEST_FULL === undefined ? 3 : 20;

// The store's clock is its own.
const app = await testApp({ now: new Date().toISOString() });
const admin = uploaderOf(app, (await insertAdmin(app)).id);

const sweep = () => sweepPhotos(app.deps, new AbortController().signal);

/** Somebody saves an upload, and the server is gone at this point of it. */
const saveAndDie = async (name: string, point: DeathPoint, by = admin) => {
  const { changes, isGone, wake } = doomedAt(app.deps, point);
  const answer = saveUpload({ ...by, app: secondServer(app, changes) }, name);
  await isGone;
  return { answer, wake };
};

const readShown = async (): Promise<Photo[]> =>
  (await (await app.get('/api/photo/category-detail/FOOD')).json()) as Photo[];

/** No photo lacks a file, whatever state the uploads are in. */
const expectWholePhotos = async (): Promise<void> => {
  const stored = new Set(await keysIn(app.deps.storage));
  const rows = await app.db.select().from(photos);
  expect(rows.flatMap(keysOf).filter((key) => !stored.has(key))).toEqual([]);
};

const expectNothingLeftOver = async (): Promise<void> => {
  app.clock.advance(DAY + MINUTE);
  await sweep();
  const rows = await app.db.select().from(photos);
  expect(await keysIn(app.deps.storage)).toEqual(rows.flatMap(keysOf).toSorted());
  expect(await app.db.select().from(uploadIntents)).toEqual([]);
  expect(await app.db.select().from(fileDeletions)).toEqual([]);
};

beforeEach(async () => {
  await app.db.update(photos).set({ deletedAt: app.clock.now() });
  await app.db.delete(adminAuditLog);
  await expectNothingLeftOver();
});

describe('F-10 a process is gone', () => {
  it.each(deathPoints)(
    `%s, ${TIMES} times: the next goes on, and nothing is left over`,
    async (point) => {
      const names = await Promise.all(
        Array.from({ length: TIMES }, async () => uploadFile(admin, await tinyPicture())),
      );
      await Promise.all(names.map((name) => saveAndDie(name, point)));
      const isCommitted =
        point === 'after the photo was committed' || point === 'before the upload is deleted';
      expect(await readShown()).toHaveLength(isCommitted ? TIMES : 0);
      await expectWholePhotos();

      const [first = ''] = names;
      const early = await refusalOf(await saveUpload(admin, first));
      expect(early.code).toBe(isCommitted ? 'UPLOAD_SAVED' : 'UPLOAD_BUSY');
      app.clock.advance(LEASE);
      // The admin presses again; the sweeper finds the rest.
      const again = await saveUpload(admin, first);
      expect(again.status).toBe(isCommitted ? 400 : 201);
      await sweep();
      expect(await readShown()).toHaveLength(TIMES);
      const lines = await app.db.select().from(adminAuditLog).where(eq(adminAuditLog.action, 'CREATE_PHOTO'));
      expect(lines).toHaveLength(TIMES);
      const by = { adminId: admin.memberId, address: '203.0.113.1' };
      expect(lines).toMatchObject(Array.from({ length: TIMES }, () => by));
      await expectWholePhotos();
      await expectNothingLeftOver();
    },
    180_000,
  );

  it('and only the answer to its commit was lost: the photo keeps its files', async () => {
    const name = await uploadFile(admin, await tinyPicture());
    const deaf = { ...admin, app: secondServer(app, deafToCommit(app.deps)) };
    expect((await saveUpload(deaf, name)).status).toBe(500);
    expect(await readShown()).toHaveLength(1);
    expect(await app.db.select().from(fileDeletions)).not.toEqual([]);
    // Their time comes while a sweep is under way.
    let now = app.clock.now().getTime();
    const clock = { now: () => new Date((now += 40 * MINUTE)) };
    for (let sweeps = 0; sweeps < 3; sweeps += 1) {
      await deleteFiles({ ...app.deps, clock }, new AbortController().signal);
      await expectWholePhotos();
    }
    expect((await refusalOf(await saveUpload(admin, name))).code).toBe('UPLOAD_SAVED');
    await expectNothingLeftOver();
  });

  it('but was told to stop before: the next goes on at once, and the stopped one hangs no second', async () => {
    const name = await uploadFile(admin, await tinyPicture());
    const { changes, isGone, wake } = doomedAt(app.deps, 'before the first file is put');
    const stopped = secondServer(app, changes);
    const answer = saveUpload({ ...admin, app: stopped }, name);
    await isGone;
    expect((await refusalOf(await saveUpload(admin, name))).code).toBe('UPLOAD_BUSY');
    await leaveUploads(stopped.deps);
    expect((await saveUpload(admin, name)).status).toBe(201);
    wake();
    expect((await answer).status).toBe(503);
    expect(await readShown()).toHaveLength(1);
    await expectNothingLeftOver();
  });

  it('and was only asleep: whoever took over has hung the photo, and it hangs no second', async () => {
    const name = await uploadFile(admin, await tinyPicture());
    const { answer, wake } = await saveAndDie(name, 'before the photo is committed');
    app.clock.advance(LEASE);
    const photo = (await (await saveUpload(admin, name)).json()) as AdminPhoto;
    wake();
    expect(await refusalOf(await answer)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect((await readShown()).map(({ id }) => id)).toEqual([photo.id]);
    await expectWholePhotos();
    await expectNothingLeftOver();
  });

  it('and wakes when its files have been given up: it hangs none', async () => {
    const name = await uploadFile(admin, await tinyPicture());
    const { answer, wake } = await saveAndDie(name, 'between two files');
    await app.db.update(fileDeletions).set({ dueAt: app.clock.now() });
    await sweep();
    wake();
    expect(await refusalOf(await answer)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(await readShown()).toEqual([]);
    await expectNothingLeftOver();
  });

  it('for a moment, in which its admin leaves: nothing hangs, and nothing is left over', async () => {
    const left = await insertAdmin(app);
    const leaver = uploaderOf(app, left.id);
    const name = await uploadFile(leaver, await tinyPicture());
    const { answer, wake } = await saveAndDie(name, 'before the photo is committed', leaver);
    expect((await app.delete('/api/member', undefined, { token: left.accessToken })).status).toBe(204);
    wake();
    expect((await answer).status).toBe(503);
    expect(await readShown()).toEqual([]);
    await expectNothingLeftOver();
  });

  it('and the next is told to stop while it goes on: nobody waits, and the one after it goes on', async () => {
    await saveAndDie(await uploadFile(admin, await tinyPicture()), 'between two files');
    app.clock.advance(LEASE);
    const { changes, isGone } = doomedAt(app.deps, 'between two files');
    const ending = new AbortController();
    const sweeping = sweepPhotos({ ...app.deps, ...changes }, ending.signal);
    await isGone;
    ending.abort();
    await sweeping;
    expect(await readShown()).toEqual([]);
    app.clock.advance(LEASE);
    await sweep();
    expect(await readShown()).toHaveLength(1);
    await expectNothingLeftOver();
  });

  it('over the same file three times: the file is given up', async () => {
    const name = await uploadFile(admin, await tinyPicture());
    for (let time = 0; time < 3; time += 1) {
      await saveAndDie(name, 'between two files');
      app.clock.advance(LEASE);
    }
    expect(await refusalOf(await saveUpload(admin, name))).toMatchObject({
      status: 400,
      message: photoMessages.expired,
    });
    await sweep();
    expect(await app.db.select().from(uploadIntents).where(eq(uploadIntents.stagingKey, name))).toEqual([]);
    await expectNothingLeftOver();
  });
});
