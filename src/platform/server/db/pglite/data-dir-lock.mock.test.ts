import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { link, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockDataDir, getPipeName } from './data-dir-lock.ts';

vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  return { ...fs, link: vi.fn(fs.link) };
});
const { link: realLink } = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');

const root = await mkdtemp(join(tmpdir(), 'sajingwan-lock-'));
afterAll(() => rm(root, { recursive: true, force: true }));
let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(root, 'data-'));
});
const IN_USE = /이미 이 데이터 폴더를 쓰고 있습니다/;

const OWNER =
  "require('node:net').createServer().listen(process.argv[1], () => process.stdout.write('listening'))";
/** Starts a process that owns the lock with this number. */
const startOwner = async (number: number): Promise<ChildProcess> => {
  const owner = spawn(process.execPath, ['--eval', OWNER, join(dataDir, `lock.${number}`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(owner.stdout, 'data');
  return owner;
};
const killOwner = async (owner: ChildProcess): Promise<void> => {
  const exited = once(owner, 'exit');
  owner.kill('SIGKILL');
  await exited;
};
const leaveStaleLock = async (number: number): Promise<void> => killOwner(await startOwner(number));

/** Stalls the next `lockDataDir` between checking the existing locks and publishing its own, until `resume` is called. */
const stallNextLock = () => {
  const events = new EventEmitter();
  const stalled = once(events, 'stalled');
  const resumed = once(events, 'resumed');
  vi.mocked(link).mockImplementationOnce(async (from, to) => {
    events.emit('stalled');
    await resumed;
    await realLink(from, to);
  });
  return { stalled, resume: () => events.emit('resumed') };
};

describe('lockDataDir', () => {
  it('a locked data folder rejects other owners by name, and releasing it removes all lock files', async () => {
    const release = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow(IN_USE);
    await expect(lockDataDir(dataDir)).rejects.toThrow(dataDir);
    await release();
    const releaseAgain = await lockDataDir(dataDir);
    await releaseAgain();
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('the data folder stays locked while its owner is paused and can be locked once the owner is killed', async () => {
    const owner = await startOwner(1);
    await expect(lockDataDir(dataDir)).rejects.toThrow(IN_USE);
    owner.kill('SIGSTOP');
    await expect(lockDataDir(dataDir)).rejects.toThrow(IN_USE);
    await killOwner(owner);
    const release = await lockDataDir(dataDir);
    expect(await readdir(dataDir)).toEqual(['lock.2']);
    await release();
  });

  it('exactly one of 20 concurrent starts replaces a stale lock', async () => {
    await leaveStaleLock(1);
    const starts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(dataDir)));
    const owners = starts.filter((start) => start.status === 'fulfilled');
    expect(owners).toHaveLength(1);
    expect(await readdir(dataDir)).toEqual(['lock.2']);
    await owners[0]?.value();
  });

  it('a start fails when another process replaced the stale lock while it was stalled', async () => {
    await leaveStaleLock(1);
    const { stalled, resume } = stallNextLock();
    const late = lockDataDir(dataDir);
    await stalled;
    const release = await lockDataDir(dataDir);
    resume();
    await expect(late).rejects.toThrow(IN_USE);
    expect(await readdir(dataDir)).toEqual(['lock.2']);
    await release();
  });

  it('a stalled start fails even when its lock number has become free again', async () => {
    await leaveStaleLock(3);
    const { stalled, resume } = stallNextLock();
    const late = lockDataDir(dataDir);
    await stalled;
    const releaseFirst = await lockDataDir(dataDir);
    await releaseFirst();
    const release = await lockDataDir(dataDir);
    expect(await readdir(dataDir)).toContain('lock.1');
    resume();
    await expect(late).rejects.toThrow(IN_USE);
    expect(await readdir(dataDir)).toEqual(['lock.1']);
    await release();
  });

  it('lockDataDir rejects a path that is too long for a socket', async () => {
    await expect(lockDataDir(join(dataDir, 'x'.repeat(120)))).rejects.toThrow(/경로가 너무 깁니다/);
  });
});

it('all spellings of a folder path give the same Windows pipe name', async () => {
  const [lower, upper, other] = ['photos', 'PHOTOS', 'other'].map((name) => join(dataDir, name));
  for (const folder of [lower, upper, other]) await mkdir(folder ?? '');
  const alias = join(dataDir, 'alias');
  await symlink(lower ?? '', alias);
  const name = await getPipeName(lower ?? '');
  expect(await getPipeName(alias)).toBe(name);
  expect(await getPipeName(upper ?? '')).toBe(name);
  expect(await getPipeName(other ?? '')).not.toBe(name);
});
