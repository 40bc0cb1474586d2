import { chown, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { findAccount } from './accounts.ts';
import { assertOwner, becomeOwner } from './data-folder-owner.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const folder = await mkdtemp(join(tmpdir(), 'sajingwan-folder-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
// Root gives the folder away. Anybody else owns it already.
if (isRoot) await chown(folder, NOBODY, NOBODY);
const { uid, gid } = await stat(folder);
const owner = findAccount(uid);
const LINE = `sudo -u ${owner.name} npm run admin -- list`;

const createIdentity = (account: number) => {
  const calls: unknown[] = [];
  const note = (name: string) => (value: unknown) => void calls.push([name, value]);
  const identity = {
    getuid: () => account,
    setgroups: note('setgroups'),
    setgid: note('setgid'),
    setuid: vi.fn(note('setuid')),
  };
  return { identity, calls };
};

it('root continues as the owner of the data folder, with the groups of that account', () => {
  const { identity, calls } = createIdentity(0);
  becomeOwner(folder, 'npm run admin -- list', identity);
  expect(owner.groups).not.toEqual([]);
  expect(calls).toEqual([
    ['setgroups', [gid, ...owner.groups]],
    ['setgid', gid],
    ['setuid', uid],
  ]);
});

it('root stays root for a folder of its own, and nobody else changes the account', () => {
  const { identity, calls } = createIdentity(0);
  becomeOwner('/', 'npm start', identity);
  becomeOwner(folder, 'npm start', createIdentity(uid).identity);
  expect(calls).toEqual([]);
});

it('root that may not change its account gets the line to use', () => {
  const { identity } = createIdentity(0);
  identity.setuid.mockImplementation(() => {
    throw new Error('EPERM');
  });
  expect(() => becomeOwner(folder, 'npm run admin -- list', identity)).toThrow(LINE);
});

it('another account is refused with the line to use, unless it has files in the data folder', async () => {
  const check = (account: number) =>
    assertOwner(folder, 'npm run admin -- list', createIdentity(account).identity);
  check(uid);
  expect(() => check(uid + 1)).toThrow(`데이터 폴더는 ${owner.name} 계정의 것입니다: ${folder}`);
  expect(() => check(0)).toThrow(LINE);
  await symlink('/etc/passwd', join(folder, 'of-root'));
  check(0);
});
