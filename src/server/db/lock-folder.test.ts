import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './lock-folder.ts';

const root = await mkdtemp(join(tmpdir(), 'sajingwan-lock-'));
afterAll(() => rm(root, { recursive: true, force: true }));
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'data-'));
});
const leave = (owner: unknown) => writeFile(join(folder, 'lock'), JSON.stringify(owner));
const beginningOf = async (pid: number | undefined): Promise<string> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};
const ANOTHERS = /이미 이 자료 폴더를 쓰고 있습니다/;

describe('lockFolder', () => {
  it('lets one in, and the next when it has left', async () => {
    const release = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(ANOTHERS);
    await release();
    const again = await lockFolder(folder);
    await again();
    expect(await readdir(folder)).toEqual([]);
  });

  it('respects another process while it runs, and takes over once it was killed', async () => {
    const other = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)'], {
      stdio: 'ignore',
    });
    await once(other, 'spawn');
    await leave({ pid: other.pid, began: await beginningOf(other.pid), token: 'other' });
    await expect(lockFolder(folder)).rejects.toThrow(`프로세스 ${other.pid}`);
    const isGone = once(other, 'exit');
    other.kill('SIGKILL');
    await isGone;
    const release = await lockFolder(folder);
    await release();
  });

  it.each([
    ['a power cut left unwritten', ''],
    ['names a process that is gone', JSON.stringify({ pid: 4_194_304, began: '1', token: 'a' })],
    ['names another program', JSON.stringify({ pid: process.pid, began: 'another time', token: 'a' })],
  ])('takes over a lock that %s', async (_, text) => {
    await writeFile(join(folder, 'lock'), text);
    const release = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(ANOTHERS);
    await release();
  });

  it('lets one in of many that find the same dead owner', async () => {
    await leave({ pid: 4_194_304, began: '1', token: 'dead' });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['lock']);
  });
});
