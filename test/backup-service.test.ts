import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const DAY_S = 86_400;
const KEPT = 30;
const folder = await mkdtemp(join(tmpdir(), 'sajingwan-timer-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs what the service does after a backup, on this folder. */
const runAfterBackup = async (): Promise<void> => {
  const unit = await readFile('deploy/sajingwan-backup.service', 'utf8');
  const [, script = ''] = /^ExecStartPost=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? [];
  execFileSync('/bin/sh', ['-c', script.replace('/var/backups/sajingwan', folder).replaceAll('$$', '$')]);
};
const makeBackup = async (name: string, daysAgo: number): Promise<void> => {
  await mkdir(join(folder, name));
  const at = Date.now() / 1_000 - daysAgo * DAY_S;
  await utimes(join(folder, name), at, at);
};

it('the backup service deletes one old backup per new one, also while the clock is 60 days ahead', async () => {
  // As such a clock sees them: the real backups are 60 days old and older, the new one is of today.
  for (let index = 0; index < KEPT; index += 1) await makeBackup(`day ${index}`, 60 + index);
  await makeBackup('new', 0);
  await runAfterBackup();
  const left = await readdir(folder);
  expect(left).toHaveLength(KEPT);
  expect(left).toContain('new');
  expect(left).not.toContain(`day ${KEPT - 1}`);
  await runAfterBackup();
  expect(await readdir(folder)).toHaveLength(KEPT);
});
