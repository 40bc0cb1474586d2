import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import { insertMember } from '#test/factories/members.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import type { PhotosByCategory, PhotoCategory } from '../../contract/photos.ts';
import { contentTypeOf, keysOf } from '../renditions/rendition-sizes.ts';
import { fileDeletions, photos, uploadIntents } from '../tables.ts';
import { checkIntegrity, type IntegrityReport, isSuspicious, repairPhotos } from './check-integrity.ts';

const HOURS = 3_600_000;
const AT_ONCE = 32;
const widths = [480];
const bytesOf = (text: string) => new TextEncoder().encode(text);
const put = (app: TestApp, key: string, text: string) =>
  app.deps.storage.put(key, bytesOf(text), contentTypeOf(key) ?? '');

/** The store uses the system clock; the app's clock is set two hours ahead, so that existing files count as old. */
const openStudio = async (): Promise<TestApp> =>
  createTestApp({ now: new Date(Date.now() + 2 * HOURS).toISOString() });

const hangAll = async (
  app: TestApp,
  wanted: readonly { readonly name: string; readonly category: PhotoCategory }[],
): Promise<void> => {
  const waiting = wanted.flatMap(({ name }) => keysOf({ savedFileName: name, widths }));
  const putWaiting = async (): Promise<void> => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await put(app, key, key);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, putWaiting));
  const common = { widths, width: 480, height: 320, title: '', alt: '사진', placeholder: '', position: 1 };
  await app.db.insert(photos).values(
    wanted.map(({ name, category }) => {
      const checksums = keysOf({ savedFileName: name, widths }).map((key) => sha256Hex(bytesOf(key)));
      return { ...common, savedFileName: name, category, checksums };
    }),
  );
};
const publish = (app: TestApp, name: string, category: PhotoCategory): Promise<void> =>
  hangAll(app, [{ name, category }]);

const check = async (app: TestApp) => checkIntegrity(app.deps);
const repair = async (app: TestApp): Promise<IntegrityReport> => {
  const seenAt = app.clock.now();
  const failures = await check(app);
  await repairPhotos(app.deps, failures, seenAt);
  return failures;
};
const found = ({ missing, orphans, corrupt }: IntegrityReport) => ({ missing, orphans, corrupt });
const nothing = { missing: [], orphans: [], corrupt: [] };
const keysIn = async (app: TestApp) => {
  const keys: string[] = [];
  for await (const { key } of app.deps.storage.list()) keys.push(key);
  return keys;
};

describe('F-11 checking a thousand photos', () => {
  let app: TestApp;
  const names = Array.from({ length: 1_000 }, (_, index) => `photo${String(index).padStart(4, '0')}`);
  const [lost, broken, orphans] = [0, 10, 20].map((start) => names.slice(start, start + 10)) as [
    string[],
    string[],
    string[],
  ];
  beforeAll(async () => {
    app = await openStudio();
    await hangAll(
      app,
      names.map((name, index) => ({ name, category: index < 3 ? 'FOOD_MAIN' : 'FOOD' })),
    );
    for (const name of lost) await app.deps.storage.delete(`${name}-480.avif`);
    for (const name of broken) await put(app, `${name}.jpg`, 'other bytes');
    for (const name of orphans) await put(app, `stranger-${name}.jpg`, 'whose?');
  });

  test('the check reports exactly the missing, orphaned and corrupt files', async () => {
    const failures = await check(app);
    expect(found(failures)).toEqual({
      missing: lost.map((name) => `${name}-480.avif`),
      orphans: orphans.map((name) => `stranger-${name}.jpg`),
      corrupt: broken.map((name) => `${name}.jpg`),
    });
    expect(failures).toMatchObject({
      photos: 1_000,
      files: 3_000,
      tooRecent: 0,
      broken: [...lost, ...broken],
    });
    expect(isSuspicious(failures)).toBe(false);
  });

  test('after a repair damaged photos are hidden and the check finds nothing', async () => {
    await repair(app);
    const failures = await check(app);
    expect(found(failures)).toEqual(nothing);
    expect(failures.hidden).toEqual([...lost, ...broken]);
    expect(failures.files).toBe(2_990);
    const home = await app.get('/api/photo/home');
    expect(home.status).toBe(200);
    // The newest three photos of this category had lost a file.
    expect(((await home.json()) as PhotosByCategory).FOOD_MAIN).toBeUndefined();
    expect((await app.get('/api/photo/category-detail/FOOD')).status).toBe(200);
  });

  test('photos are shown again when their files are back', async () => {
    await put(app, `${names[0] ?? ''}-480.avif`, `${names[0] ?? ''}-480.avif`);
    expect((await repair(app)).recovered).toEqual([names[0]]);
    const home = (await (await app.get('/api/photo/home')).json()) as PhotosByCategory;
    expect(home.FOOD_MAIN?.savedFileName).toBe(names[0]);
    expect((await check(app)).recovered).toEqual([]);
  });
});

describe('checking the integrity of photos', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openStudio();
  });
  afterEach(async () => {
    await app.db.delete(photos);
    for (const key of await keysIn(app)) await app.deps.storage.delete(key);
  });

  test('the check ignores uploads, pending deletions and files younger than an hour', async () => {
    const { id: memberId } = await insertMember(app);
    await publish(app, 'deleted', 'FOOD');
    await app.db.update(photos).set({ deletedAt: app.clock.now() });
    const staged = `staging/${randomUUID()}.jpg`;
    const published = `staging/${randomUUID()}.jpg`;
    for (const key of [staged, published, 'leaving.jpg', 'coming.jpg']) await put(app, key, 'bytes');
    await app.db.insert(fileDeletions).values({ key: 'leaving.jpg', dueAt: app.clock.now() });
    const intent = {
      memberId,
      contentType: 'image/jpeg',
      category: 'FOOD',
      originalFileName: 'a.jpg',
      alt: '',
      expiresAt: app.clock.now(),
    } as const;
    const beforeTheFiles = new Date(Date.now() - HOURS);
    await app.db.insert(uploadIntents).values([
      { ...intent, id: randomUUID(), stagingKey: staged, state: 'PROCESSING', createdAt: beforeTheFiles },
      { ...intent, id: randomUUID(), stagingKey: published, state: 'PUBLISHED', createdAt: beforeTheFiles },
    ]);
    expect(await check(app)).toMatchObject({ ...nothing, tooRecent: 4 });

    await app.db.delete(uploadIntents).where(eq(uploadIntents.stagingKey, staged));
    app.clock.advance(-2 * HOURS);
    expect(await check(app)).toMatchObject({ ...nothing, tooRecent: 4 });

    app.clock.advance(2 * HOURS);
    const failures = await repair(app);
    expect(found(failures)).toEqual({ ...nothing, orphans: ['coming.jpg', published, staged].toSorted() });
    expect((await keysIn(app)).toSorted()).toEqual(
      [...keysOf({ savedFileName: 'deleted', widths }), 'leaving.jpg'].toSorted(),
    );
  });

  test('a photo in two categories is counted once', async () => {
    await publish(app, 'twice', 'FOOD');
    await publish(app, 'twice', 'FOOD_MAIN');
    await app.deps.storage.delete('twice.jpg');
    expect(await repair(app)).toMatchObject({ photos: 1, missing: ['twice.jpg'], broken: ['twice'] });
    const rows = await app.db.select().from(photos);
    expect(rows.map(({ damagedAt }) => damagedAt === null)).toEqual([false, false]);
  });

  test('the check suspects a wrong store or database when most files do not match', async () => {
    for (let count = 0; count < 6; count += 1) await put(app, `other${count}.jpg`, 'bytes');
    expect(isSuspicious(await check(app))).toBe(true);
    for (const key of await keysIn(app)) await app.deps.storage.delete(key);
    for (let count = 0; count < 6; count += 1) await publish(app, `own${count}`, 'FOOD');
    expect(isSuspicious(await check(app))).toBe(false);
    for (const key of await keysIn(app)) await app.deps.storage.delete(key);
    expect(isSuspicious(await check(app))).toBe(true);
  });
});
