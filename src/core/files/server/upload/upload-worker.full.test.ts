import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertAdmin } from '#test/factories/members.ts';
import { createTinyImage, createUploader, saveUpload, uploadFile } from '#test/factories/photos.ts';
import { overrideStorage } from '#test/fakes/fault-injection.ts';
import { createSecondServer, createTestApp, readError } from '#test/test-app.ts';
import { photoMessages, type AdminPhoto } from '../../contract/photo-uploads.ts';
import { maintainPhotos } from '../storage/photo-maintenance.ts';
import { photos, uploadIntents } from '../tables.ts';
import { LEASE_MS } from './upload-lease.ts';

const app = await createTestApp({ now: new Date().toISOString() });
const { db, storage } = app.deps;
const admin = createUploader(app, (await insertAdmin(app)).id);
const sweep = () => maintainPhotos(app.deps, new AbortController().signal);

const intentOf = async (name: string) =>
  (await db.select().from(uploadIntents).where(eq(uploadIntents.stagingKey, name)))[0];
const setIntent = (name: string, values: Partial<typeof uploadIntents.$inferInsert>) =>
  db.update(uploadIntents).set(values).where(eq(uploadIntents.stagingKey, name));
const upload = async (bytes?: Buffer): Promise<string> =>
  uploadFile(admin, bytes ?? (await createTinyImage()));
const photoOf = async (response: Promise<Response>): Promise<AdminPhoto> =>
  (await (await response).json()) as AdminPhoto;

/** A server that stops at the first file which it reads until the test opens the gate, and what it has read. */
const createGatedServer = () => {
  const read: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const server = createSecondServer(app, {
    storage: overrideStorage(storage, {
      read: async (key) => {
        if (key.startsWith('staging/')) read.push(key);
        await gate;
        return storage.read(key);
      },
    }),
  });
  return { gated: { ...admin, app: server }, read, open };
};

/** Saves uploads on a server that renders the first and leaves the others waiting. */
const saveBehindGate = async (names: readonly string[]) => {
  const { gated, read, open } = createGatedServer();
  const [first = '', ...rest] = names;
  const responses = [saveUpload(gated, first)];
  await expect.poll(() => read).toEqual([first]);
  responses.push(...rest.map((name) => saveUpload(gated, name)));
  for (const name of rest) await expect.poll(async () => (await intentOf(name))?.state).toBe('PROCESSING');
  return { gated, responses, open };
};

beforeEach(async () => {
  await db.delete(photos);
  await db.delete(uploadIntents);
});

describe('two servers on one database', () => {
  it('a server whose worker is free takes uploads that wait on another one, which responds with their photos', async () => {
    const names = await Promise.all([upload(), upload(), upload()]);
    const { responses, open } = await saveBehindGate(names);
    app.clock.advance(1_000);
    const own = await photoOf(saveUpload(admin, await upload()));
    const shared = await Promise.all(responses.slice(1).map(photoOf));
    expect(shared.map(({ originalFileName }) => originalFileName)).toEqual(['꽃.png', '꽃.png']);
    open();
    const [first] = await Promise.all(responses);
    expect(first?.status).toBe(201);
    const published = await db.select({ id: photos.id }).from(photos);
    const { id } = await photoOf(responses[0] ?? Promise.reject(new Error('no response')));
    expect(published.map((photo) => photo.id).toSorted()).toEqual(
      [own.id, id, ...shared.map((photo) => photo.id)].toSorted(),
    );
  });

  it('the request responds with the refusal of another server, which is reported once', async () => {
    const name = await upload(Buffer.from('<html></html>'));
    const { gated, responses, open } = await saveBehindGate([await upload(), name]);
    app.clock.advance(1_000);
    await saveUpload(admin, await upload());
    const [, refused] = responses;
    expect(await readError((await refused) ?? new Response())).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      message: photoMessages.type,
    });
    expect(await intentOf(name)).toBeUndefined();
    expect(await readError(await saveUpload(gated, name))).toMatchObject({ message: photoMessages.expired });
    open();
    await Promise.all(responses);
  });

  it('an upload goes on without the request that began it, and the next request hears how it ended', async () => {
    const [good, bad] = [await upload(), await upload(Buffer.from('<html></html>'))];
    for (const name of [good, bad])
      await setIntent(name, {
        category: 'FOOD',
        originalFileName: 'a.png',
        alt: '빛',
        state: 'PROCESSING',
        leaseUntil: app.clock.now(),
      });
    await sweep();
    expect([(await intentOf(good))?.state, (await intentOf(bad))?.state]).toEqual(['PUBLISHED', 'REFUSED']);
    expect((await readError(await saveUpload(admin, good))).code).toBe('UPLOAD_SAVED');
    expect(await readError(await saveUpload(admin, bad))).toMatchObject({ message: photoMessages.type });
    expect(await intentOf(bad)).toBeUndefined();
  });
});

describe('uploads of version 0.2.1 on the same database', () => {
  const details = { category: 'FOOD', originalFileName: 'a.png', alt: '빛' } as const;

  it('one that is not saved yet is saved', async () => {
    const name = await upload();
    expect(await intentOf(name)).toMatchObject({ state: 'ISSUED', leaseUntil: null });
    expect((await saveUpload(admin, name)).status).toBe(201);
  });

  it('one that is being processed is busy, and continues when its process has crashed', async () => {
    const name = await upload();
    const leaseUntil = new Date(app.clock.now().getTime() + LEASE_MS);
    await setIntent(name, { ...details, state: 'PROCESSING', leaseUntil, attempts: 1 });
    expect((await readError(await saveUpload(admin, name))).code).toBe('UPLOAD_BUSY');
    app.clock.advance(LEASE_MS);
    await sweep();
    expect(await intentOf(name)).toMatchObject({ state: 'PUBLISHED', attempts: 2 });
  });

  it('one that is published is saved already', async () => {
    const name = await upload();
    await setIntent(name, { ...details, state: 'PUBLISHED' });
    expect((await readError(await saveUpload(admin, name))).code).toBe('UPLOAD_SAVED');
  });

  it.each([
    ['published', { state: 'PUBLISHED', leaseUntil: null }, 'UPLOAD_SAVED'],
    ['given back', { state: 'ISSUED', leaseUntil: null }, 'UNAVAILABLE'],
  ] as const)('an upload that waits here is %s by it, and the request responds', async (_, end, code) => {
    const name = await upload();
    const { responses, open } = await saveBehindGate([await upload(), name]);
    // What its maintenance looks for: no lease that is held.
    const waiting = await intentOf(name);
    expect(waiting).toMatchObject({ state: 'PROCESSING', attempts: 0, category: 'FOOD', alt: '음식 사진' });
    expect(waiting?.leaseUntil?.getTime()).toBeLessThanOrEqual(app.clock.now().getTime());
    await setIntent(name, end);
    expect((await readError((await responses[1]) ?? new Response())).code).toBe(code);
    open();
    await Promise.all(responses);
  });
});

it('of 62 uploads that are saved at once one is refused, because one is rendered and 60 wait', async () => {
  const names = await Promise.all(Array.from({ length: 62 }, () => upload()));
  const { gated, responses, open } = await saveBehindGate(names.slice(0, 61));
  expect(await readError(await saveUpload(gated, names[61] ?? ''))).toMatchObject({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
  });
  await db.delete(uploadIntents);
  open();
  await Promise.all(responses);
});
