import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import { afterAll, expect, inject, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { createTestApp } from '#test/test-app.ts';
import { createApp } from '../app.ts';
import { verifyBackup } from '../operations/backup/backup-format.ts';
import { createBackup } from '../operations/backup/create-backup.ts';
import { exportDatabase } from '../operations/backup/export-database.ts';

const app = await createTestApp();
const root = await mkdtemp(join(tmpdir(), 'sajingwan-download-'));
afterAll(() => rm(root, { recursive: true, force: true }));
const folder = join(root, 'backups');
const NAME = 'sajingwan-20261120T190000Z';
const passphrase = '바다 건너 세 번째 등대';
const owner = { loginId: 'studio.owner', password: 'Owner!Password7' };
const admin = await insertAdmin(app, owner);
const site = createApp({
  ...app.deps,
  env: { ...app.deps.env, backup: { folder, bucket: null, isInDataDir: true } },
});
const download = (body: object, token = admin.accessToken) =>
  site.request('/api/admin/backup/download', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  });
const makeBackup = async (): Promise<void> => {
  await app.deps.storage.put('a-480.avif', Buffer.alloc(300_000, 7), 'image/avif');
  await createBackup(
    {
      dump: async (file) => {
        await exportDatabase({ db: app.db, kind: inject('testDatabase').kind }, file);
        return 'PostgreSQL';
      },
      storage: app.deps.storage,
      authSecret: app.deps.authSecret,
      secretFile: 'secret',
      now: new Date('2026-11-20T19:00:00Z'),
    },
    join(folder, NAME),
  );
};

it('S-124 says that there is no backup yet, and asks for the right password and a passphrase of twelve characters', async () => {
  const missing = await download({ password: owner.password, passphrase });
  expect([missing.status, await missing.json()]).toMatchObject([404, { message: '아직 백업이 없습니다.' }]);
  await makeBackup();
  const wrong = await download({ password: 'wrong-password', passphrase });
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'PASSWORD_WRONG' }]);
  const short = await download({ password: owner.password, passphrase: 'elevenchars' });
  expect(short.status).toBe(400);
  const { accessToken } = await insertMember(app);
  expect((await download({ password: owner.password, passphrase }, accessToken)).status).toBe(403);
  expect(await app.db.$count(adminAuditLog)).toBe(0);
});

it('S-124 the download is the newest backup in an age file, and is in the audit log', async () => {
  const response = await download({ password: owner.password, passphrase });
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const tar = extract();
  const target = join(root, 'opened');
  const unpack = async (): Promise<void> => {
    for await (const entry of tar) {
      const path = join(target, entry.header.name);
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, Readable.from(entry));
    }
  };
  const encrypted = response.body ?? new ReadableStream<Uint8Array>();
  await Promise.all([pipeline(Readable.from(await decrypter.decrypt(encrypted)), tar), unpack()]);
  expect((await verifyBackup(join(target, NAME))).manifest.photos).toEqual({ count: 1, bytes: 300_000 });
  const [entry] = await app.db.select().from(adminAuditLog);
  expect(entry).toMatchObject({ adminId: admin.id, action: 'DOWNLOAD_BACKUP', target: `backup:${NAME}` });
});

it('S-124 another passphrase does not open the file', async () => {
  const decrypter = new Decrypter();
  decrypter.addPassphrase('another passphrase');
  const { body } = await download({ password: owner.password, passphrase });
  const encrypted = body ?? new ReadableStream<Uint8Array>();
  await expect(decrypter.decrypt(encrypted)).rejects.toThrow('no identity matched');
});

it('a reader that leaves ends the download without an error', async () => {
  const response = await download({ password: owner.password, passphrase });
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  expect((await reader.read()).done).toBe(false);
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
});
