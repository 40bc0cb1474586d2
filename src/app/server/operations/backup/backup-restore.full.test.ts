import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import { members, sessions } from '#core/auth/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { questions } from '#features/questions/server/tables.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import type { Database } from '#platform/server/db/database.ts';
import { readEnv } from '#platform/server/env.ts';
import { createDiskStorage } from '#platform/server/ports/storage/disk-storage.ts';
import { createUploadSigner } from '#platform/server/ports/storage/upload-signer.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertReservation, insertMembers } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import { createTestDatabase } from '#test/test-database.ts';
import { serveOperators } from '../operator-socket.ts';
import { DUMP, MANIFEST, CHECKSUMS, verifyBackup } from './backup-format.ts';
import { createBackup } from './create-backup.ts';
import { checksumDump } from './dump-checksum.ts';
import { createDumpRoute, dumpFromCommand, DUMP_ROUTE, removeDumpDrafts } from './dump-studio.ts';
import { readDump, exportDatabase } from './export-database.ts';
import { reapplyErasures, readErasedIds } from './reapply-erasures.ts';
import { restoreCommand } from './restore-command.ts';
import { findVersion, restoreDatabase } from './restore-database.ts';
import { assertNoForeignPhotos, restorePhotos } from './restore-photos.ts';

const app = await createTestApp();
const root = await mkdtemp(join(tmpdir(), 'sajingwan-backup-'));
afterAll(() => rm(root, { recursive: true, force: true }));
const archive = join(root, 'archive');
const now = app.clock.now();
const source = { db: app.db, kind: inject('testDatabase').kind };
const storeAt = (name: string) =>
  createDiskStorage(join(root, name), createUploadSigner(app.deps.authSecret));
const backUpTo = (folder: string, from: Pick<Database, 'db' | 'kind'> = source) =>
  createBackup(
    {
      dump: async (file) => {
        await exportDatabase(from, file);
        return 'PostgreSQL';
      },
      storage: app.deps.storage,
      authSecret: app.deps.authSecret,
      secretFile: 'secret',
      now,
    },
    folder,
  );
const countRetained = async ({ db }: Pick<Database, 'db'>): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from legal_retention.contracts where name = '박탈퇴'`,
  );
  return rows[0]?.count ?? -1;
};

const opened: Database[] = [];
afterAll(async () => {
  for (const database of opened) await database.close();
});
const openFresh = async (): Promise<Database> => {
  const database = await createTestDatabase();
  opened.push(database);
  return database;
};

beforeAll(async () => {
  await insertAdmin(app, { loginId: 'studio.admin' });
  const member = await insertMember(app, { loginId: 'kim.minsu' });
  await insertReservation(app, member);
  await app.post(
    '/api/question',
    { title: '주차', content: '되나요? 😀', notify: true },
    { token: member.accessToken },
  );
  await app.db.insert(notifications).values({ kind: 'QUESTION_ASKED', dueAt: now, createdAt: now });
  const leaver = await insertMember(app, { name: '박탈퇴' });
  await insertReservation(app, leaver, { date: '2026-11-25' });
  await app.delete('/api/member', undefined, { token: leaver.accessToken });
  for (const key of ['a1.jpg', 'a1-480.avif', 'staging/b2.png'])
    await app.deps.storage.put(key, Buffer.from(`bytes of ${key}`), '');
  await backUpTo(archive);
});

describe('F-23 a backup', () => {
  it('a backup is complete, readable by its owner only, and verifiable with sha256sum', async () => {
    const { manifest, sums } = await verifyBackup(archive);
    expect(manifest.photos).toEqual({ count: 3, bytes: 58 });
    expect(manifest.database.tables['public.members']?.rows).toBe(3);
    expect([...sums.keys()]).toEqual([
      'auth-secret',
      DUMP,
      'photos/a1-480.avif',
      'photos/a1.jpg',
      'photos/staging/b2.png',
    ]);
    expect((await readFile(join(archive, CHECKSUMS), 'utf8')).split('\n')[0]).toMatch(
      /^[0-9a-f]{64} {2}auth-secret$/,
    );
    for (const file of [...sums.keys(), MANIFEST, CHECKSUMS])
      expect((await stat(join(archive, file))).mode & 0o077, file).toBe(0);
  });

  it('a failed backup leaves no folder, and a non-empty folder is not touched', async () => {
    await expect(backUpTo(root)).rejects.toThrow('빈 폴더가 아닙니다');
    const broken = { ...app.deps.storage, read: () => Promise.reject(new Error('the store is away')) };
    const from = { dump: () => Promise.resolve(''), storage: broken, authSecret: app.deps.authSecret };
    await expect(createBackup({ ...from, secretFile: null, now }, join(root, 'half'))).rejects.toThrow(
      'away',
    );
    expect((await readdir(root)).filter((name) => name.startsWith('half'))).toEqual([]);
  });

  it('a restored backup has the same database and photos and can be used', async () => {
    const target = await openFresh();
    const { manifest, sums } = await verifyBackup(archive);
    const storage = storeAt('elsewhere');
    await assertNoForeignPhotos(storage, sums);
    expect(await restorePhotos(storage, archive, sums)).toBe(3);
    expect(Buffer.from((await storage.read('staging/b2.png')) ?? []).toString()).toBe(
      'bytes of staging/b2.png',
    );
    await restoreDatabase(target, archive, manifest, { now, isMove: true });

    expect(await countRetained(target)).toBe(1);
    expect(await target.db.$count(sessions, sql`revoked_at is null`)).toBeGreaterThan(0);
    expect(await target.db.$count(notifications, eq(notifications.state, 'QUEUED'))).toBeGreaterThan(0);
    const [member] = await target.db.select().from(members).where(eq(members.loginId, 'kim.minsu'));
    const values = { memberId: member?.id ?? '', title: '다음', content: '번호', createdAt: now };
    const [next] = await target.db.insert(questions).values(values).returning({ id: questions.id });
    expect(next?.id).toBe(2);
  });

  it('a running server dumps its database for a backup, only to the owner of its folder', async () => {
    const dataDir = await mkdtemp(join(root, 'data-'));
    await writeFile(join(dataDir, 'dump-left'), 'by a server that was killed');
    await removeDumpDrafts(dataDir);
    const end = await serveOperators(
      dataDir,
      { [DUMP_ROUTE]: createDumpRoute(source, dataDir) },
      app.deps.log,
    );
    expect(await readdir(dataDir)).toEqual(['backup.sock']);
    expect((await stat(join(dataDir, 'backup.sock'))).mode & 0o077).toBe(0);
    const file = join(root, 'asked.gz');
    const version = await dumpFromCommand(readEnv({ DATA_DIR: dataDir }))(file);
    expect(version).toMatch(/^PostgreSQL \d/);
    expect(await checksumDump(readDump(file))).toEqual((await verifyBackup(archive)).manifest.database);
    await end();
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('a backup during reservations contains every one confirmed before, each with its slot', async () => {
    const bookers = await insertMembers(app, 10);
    const confirmed: string[] = [];
    const book = async (index: number): Promise<void> => {
      const date = `2026-12-${String(10 + index).padStart(2, '0')}`;
      for (const time of ['09-10', '12-13']) {
        const caller = bookers[index];
        if (caller !== undefined)
          confirmed.push((await insertReservation(app, caller, { date, time })).reservationCode);
      }
    };
    const bookings = bookers.map((_, index) => book(index));
    await Promise.race(bookings);
    const before = [...confirmed];
    const folder = join(root, 'under load');
    await Promise.all([backUpTo(folder), ...bookings]);

    const target = await openFresh();
    await restoreDatabase(target, folder, (await verifyBackup(folder)).manifest, { now, isMove: true });
    const restored = await target.db.select({ code: reservations.code }).from(reservations);
    const codes = restored.map(({ code }) => code);
    expect(before.filter((code) => !codes.includes(code))).toEqual([]);
    expect(codes.length).toBeLessThanOrEqual(22);
    const { rows } = await target.db.execute(sql`
      select r.id from reservations r full join slot_claims c on c.reservation_id = r.id
      where c.reservation_id is null and r.state <> 'CANCELLED' or r.id is null and c.kind = 'BOOKED'`);
    expect(rows).toEqual([]);
  });

  it('a restore revokes sessions, sends no notification twice and deletes accounts deleted since', async () => {
    const target = await openFresh();
    const { manifest } = await verifyBackup(archive);
    await restoreDatabase(target, archive, manifest, { now, isMove: false });
    expect(await target.db.$count(sessions, sql`revoked_at is null`)).toBe(0);
    expect(await target.db.$count(notifications, eq(notifications.state, 'QUEUED'))).toBe(0);

    const [member] = await target.db.select().from(members).where(eq(members.loginId, 'kim.minsu'));
    const subject = hashMemberId(member?.id ?? '').toString('hex');
    const log = join(root, 'server.log');
    await writeFile(
      log,
      `Nov 21 host sajingwan[1]: {"level":30,"event":"member_erased","subject":"${subject}","cancelled":[]}\n`,
    );
    await appendFile(log, '{"level":30,"event":"request"}\n');
    const deps = { ...app.deps, db: target.db };
    await expect(readErasedIds([log, join(root, 'nowhere')])).rejects.toThrow('읽을 수 없습니다');
    expect(await reapplyErasures(deps, await readErasedIds([log]))).toEqual({
      erased: 1,
      kept: 0,
      callerReservations: 0,
    });
    expect(await reapplyErasures(deps, await readErasedIds([log]))).toEqual({
      erased: 0,
      kept: 0,
      callerReservations: 0,
    });
    expect(await target.db.$count(members, eq(members.loginId, 'kim.minsu'))).toBe(0);
  });
});

const OTHER_SCHEMA = '테이블 구조가 이 프로그램과 다른 백업입니다. 백업을 만든 버전에서 복원해 주세요.';

describe('F-23 a rejected restore', () => {
  it('a restore rejects a non-empty database and a store with other photos', async () => {
    const { manifest, sums } = await verifyBackup(archive);
    const [filled] = opened;
    if (filled === undefined) throw new Error('nothing was restored');
    await expect(restoreDatabase(filled, archive, manifest, { now, isMove: false })).rejects.toThrow(
      '비어 있지 않습니다: legal_retention.',
    );
    const storage = storeAt('other');
    await storage.put('a1.jpg', Buffer.from('another'), 'image/jpeg');
    await expect(assertNoForeignPhotos(storage, sums)).rejects.toThrow('비어 있지 않습니다: a1.jpg');
  });

  it('a restore rejects a backup of an unknown schema version', async () => {
    const { manifest } = await verifyBackup(archive);
    const { migrations } = manifest.database;
    const database = { ...manifest.database, migrations: [...migrations, { version: 9999, checksum: 'a' }] };
    const newer = { ...manifest, database };
    await expect(findVersion(newer)).rejects.toThrow(OTHER_SCHEMA);
  });

  it('a restore of another schema is rejected without creating the data folder', async () => {
    const other = await openFresh();
    await other.exec(`update schema_migrations set checksum = 'other' where version = 1`);
    const folder = join(root, 'of another schema');
    await backUpTo(folder, other);
    const dataDir = join(root, 'new site');
    const restore = restoreCommand({
      args: [folder],
      readEnv: () => readEnv({ DATA_DIR: dataDir }),
      envFile: '.env',
      clock: app.clock,
      readInput: () => Promise.resolve(''),
      print: () => undefined,
    });
    await expect(restore).rejects.toThrow(OTHER_SCHEMA);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each(['photos/a1.jpg', DUMP, CHECKSUMS, MANIFEST, 'auth-secret'])(
    'a restore rejects a backup whose %s was changed',
    async (file) => {
      const folder = join(root, `changed ${file.replace('/', ' ')}`);
      await cp(archive, folder, { recursive: true });
      await appendFile(join(folder, file), '\0');
      await expect(verifyBackup(folder)).rejects.toThrow(`없거나 손상되었습니다: ${file}`);
    },
  );
});
