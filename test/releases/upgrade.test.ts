import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { listReleases } from './release-archives.ts';

it('every release has the data that the upgrade test starts from', async () => {
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  const releases = Array.from(
    changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm),
    ([, version]) => `v${version}`,
  );
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(releases[0]).toBe(`v${version}`);
  expect((await listReleases()).toSorted()).toEqual(releases.toSorted());
});
