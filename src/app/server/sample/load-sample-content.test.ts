import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { questions } from '#features/questions/server/tables.ts';
import { photos } from '#core/files/server/tables.ts';
import { createTestApp } from '#test/test-app.ts';
import { renditionKey } from '#core/files/server/renditions/rendition-sizes.ts';
import { loadSampleContent } from './sample-content.ts';

test('sample content is loaded into an empty database once, and not again after it was deleted', async () => {
  const { deps, db } = await createTestApp();
  await loadSampleContent(deps);
  expect(await db.$count(photos)).toBeGreaterThan(0);
  expect(await db.$count(questions)).toBeGreaterThan(0);
  await db.delete(photos);
  await db.delete(questions);
  await loadSampleContent(deps);
  expect([await db.$count(photos), await db.$count(questions)]).toEqual([0, 0]);
});

test('every AVIF rendition of the sample cover photo is at most 90 kB', () => {
  const derived = path.join(import.meta.dirname, '../../../../sample/derived');
  const index = JSON.parse(readFileSync(path.join(derived, 'index.json'), 'utf8')) as Record<
    string,
    { savedFileName: string; widths: number[] }
  >;
  const { savedFileName = '', widths = [] } = index['representative-1.jpg'] ?? {};
  expect(widths).toEqual([480, 960, 1600, 2000]);
  for (const width of widths) {
    const { size } = statSync(path.join(derived, renditionKey(savedFileName, width, 'avif')));
    expect(size, `${width} px`).toBeLessThanOrEqual(90_000);
  }
});
