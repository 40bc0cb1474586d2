import { expect, test } from 'vitest';
import { photos, questions } from '#server/db/schema.ts';
import { testApp } from '#test/app.ts';
import { loadSampleContent } from './sample-content.ts';

test('the sample hangs in an empty site once, and never again when it was deleted', async () => {
  const { deps, db } = await testApp();
  await loadSampleContent(deps);
  expect(await db.$count(photos)).toBeGreaterThan(0);
  expect(await db.$count(questions)).toBeGreaterThan(0);
  await db.delete(photos);
  await db.delete(questions);
  await loadSampleContent(deps);
  expect([await db.$count(photos), await db.$count(questions)]).toEqual([0, 0]);
});
