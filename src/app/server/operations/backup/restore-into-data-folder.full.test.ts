import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { readEnv } from '#platform/server/env.ts';
import { createTestApp } from '#test/test-app.ts';
import { createBackup } from './create-backup.ts';
import { exportDatabase } from './export-database.ts';
import { restoreCommand } from './restore-command.ts';

const app = await createTestApp();
const root = await mkdtemp(join(tmpdir(), 'sajingwan-restored-'));
afterAll(() => rm(root, { recursive: true, force: true }));

it('a backup in the data folder is restored there and stays as it is, and the photos are not taken from it', async () => {
  const dataDir = join(root, 'data');
  const folder = join(dataDir, 'backups', 'move');
  await app.deps.storage.put('a-480.avif', Buffer.from('photo'), 'image/avif');
  const source = {
    dump: async (file: string) => {
      await exportDatabase({ db: app.db, kind: inject('testDatabase').kind }, file);
      return 'PostgreSQL';
    },
    storage: app.deps.storage,
    authSecret: app.deps.authSecret,
    secretFile: Buffer.from(app.deps.authSecret).toString('base64url'),
    now: app.clock.now(),
  };
  await createBackup(source, folder);
  const readAll = async () => {
    const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    return Promise.all(
      names.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name))]),
    );
  };
  const before = await readAll();
  const lines: string[] = [];
  const status = await restoreCommand({
    args: [folder, '--move'],
    readEnv: () => readEnv({ DATA_DIR: dataDir }),
    envFile: '.env',
    clock: app.clock,
    readInput: () => Promise.resolve(''),
    print: (line) => void lines.push(line),
  });
  expect({ status, lines }).toEqual({
    status: 0,
    lines: [
      `백업 파일이 모두 정상입니다. (${app.clock.now().toISOString()})`,
      '데이터베이스와 사진 파일 1개를 복원하고 백업과 같은지 확인했습니다.',
    ],
  });
  expect(await readAll()).toEqual(before);
  expect((await readdir(dataDir)).toSorted()).toEqual(['auth-secret', 'backups', 'db', 'photos']);
  expect(await readdir(join(dataDir, 'photos'))).toContain('a-480.avif');
});
