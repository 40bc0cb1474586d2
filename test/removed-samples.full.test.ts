import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import { sectionNames } from '#app/server/features.ts';
import { loadSampleContent } from '#app/server/sample/sample-content.ts';
import type { Section } from '#core/content/contract/studio-settings.ts';
import type { Photo } from '#core/files/contract/photos.ts';
import { photos } from '#core/files/server/tables.ts';
import { questions } from '#features/questions/server/tables.ts';
import { allPhotoCategories } from '#test/factories/default-categories.ts';
import { insertAdmin } from '#test/factories/members.ts';
import { insertPhotoRows } from '#test/factories/photos.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp } from './test-app.ts';
import { createVisit, pagePaths } from './visit-pages.ts';

const app = await createTestApp({ now: '2026-11-21T01:00:00Z' });
const visit = createVisit(app);
const admin = await insertAdmin(app);
const { accessToken: token } = admin;

const readPage = async (path: string): Promise<string> => (await visit(path)).text();
const readSection = async (section: string): Promise<Section> =>
  (await (await app.get(`/api/admin/settings/${section}`, { token })).json()) as Section;

/** Values of the query that endpoints require; others ignore them. */
const QUERY =
  'month=2026-11&date=2026-11-24&from=2026-11-24&to=2026-11-24&category=FOOD&name=kim&code=ABCDE&answered=true&keyword=photo&customer=00000000-0000-4000-8000-000000000000';
const fillPath = (path: string): string[] => {
  if (path.includes('{section}')) return sectionNames.map((name) => path.replace('{section}', name));
  return allPhotoCategories.map((category) => path.replace('{categoryId}', category));
};
const readPaths = allEndpoints
  .filter(({ method, path }) => method === 'GET' && /^\/api\/(admin|photo|question|studio)/.test(path))
  .flatMap(({ path }) => [...new Set(fillPath(path))])
  .filter((path) => !path.includes('{'));

it('no page and no screen refers to the samples after they were removed', async () => {
  await loadSampleContent(app.deps);
  const samples = await app.db.select().from(photos);
  const titles = (await app.db.select().from(questions)).map(({ title }) => title);
  const photoId = samples[0]!.id;
  await publishChange(app, admin, 'introduce', () => ({ photoId }));
  await publishChange(app, admin, 'packages', ({ packages }) => ({
    packages: (packages as object[]).map((item) => ({ ...item, photoId })),
  }));
  const { body, version } = await readSection('introduce');
  expect(body).toMatchObject({ photoId });
  const draft = { body, baseVersion: version };
  await app.put('/api/admin/settings/introduce/draft', draft, { token });
  await insertPhotoRows(app, 'FOOD', ['own-1', 'own-2']);

  expect((await app.delete('/api/admin/sample', undefined, { token })).status).toBe(204);

  const gone = [...samples.map(({ savedFileName }) => savedFileName), ...titles];
  const findGone = (text: string): string[] => gone.filter((name) => text.includes(name));
  for (const path of pagePaths.map((one) => one.replace(':categoryId', 'FOOD')))
    expect(findGone(await readPage(path)), path).toEqual([]);
  for (const path of readPaths) {
    const response = await app.get(`${path}?${QUERY}`, { token });
    expect(response.status, path).toBe(200);
    const text = await response.text();
    // The settings keep the id, so that the field of the photo can say that it was deleted.
    const isReferred = !path.startsWith('/api/admin/settings/') && text.includes(`"photoId":${photoId}`);
    expect([findGone(text), isReferred], path).toEqual([[], false]);
  }
  expect((await readSection('introduce')).draft?.body).toMatchObject({ photoId });
  expect((await app.get(`/api/admin/photo/${photoId}`, { token })).status).toBe(404);

  // A restored photo is chosen again.
  await app.db.update(photos).set({ deletedAt: null });
  expect((await app.get(`/api/admin/photo/${photoId}`, { token })).status).toBe(200);
});

it('a category without a cover shows its first shown photo on the home page', async () => {
  await app.db.delete(photos);
  const [hidden = 0] = await insertPhotoRows(app, 'FOOD', ['food-hidden', 'food-first', 'food-second']);
  await app.db.update(photos).set({ hiddenAt: app.clock.now() }).where(eq(photos.id, hidden));
  await insertPhotoRows(app, 'WEDDING', ['wedding-first']);
  await insertPhotoRows(app, 'WEDDING_MAIN', ['wedding-cover']);

  const read = async (path: string) => (await (await app.get(path)).json()) as Record<string, Photo>;
  expect(Object.keys(await read('/api/photo/home'))).toEqual(['WEDDING_MAIN']);
  const first = Object.values(await read('/api/photo/first'));
  expect(first.map(({ savedFileName }) => savedFileName)).toEqual(['food-first', 'wedding-first']);
  const tiles = /id="tiles-title".*?<\/section>/s.exec(await readPage('/'))?.[0] ?? '';
  expect([...tiles.matchAll(/(?:food|wedding)-\w+(?=\.jpg)/g)].map(String)).toEqual([
    'food-first',
    'wedding-cover',
  ]);
});
