import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { afterAll } from 'vitest';
import type { VisitRecord } from './site-visit.ts';

const FOLDER = 'test/releases';
const SUFFIX = '.tar.br';

/** The tags of the releases, such as `v0.1.0`. */
export const listReleases = async (): Promise<string[]> =>
  (await readdir(FOLDER))
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length));

interface ReleaseArchive {
  readonly dataDir: string;
  readonly backup: string;
  /** The visit that made the data. */
  readonly record: VisitRecord;
}

/** Unpacks what `npm run release:data` wrote into a folder that is deleted when the test file ends. */
export const unpackRelease = async (release: string): Promise<ReleaseArchive> => {
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-release-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const input = await promisify(brotliDecompress)(await readFile(join(FOLDER, `${release}${SUFFIX}`)));
  const { status, stderr } = spawnSync('tar', ['--extract', '--directory', folder], { input });
  if (status !== 0) throw new Error(stderr.toString());
  const record = JSON.parse(await readFile(join(folder, 'visit.json'), 'utf8')) as VisitRecord;
  return { dataDir: join(folder, 'data'), backup: join(folder, 'backup'), record };
};
