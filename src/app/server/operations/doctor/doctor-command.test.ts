import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import type { Db } from '#platform/server/db/database.ts';
import { retentionClock } from '#platform/server/db/tables.ts';
import { readEnv } from '#platform/server/env.ts';
import type { Clock } from '#platform/server/ports/clock.ts';
import { createDiskStorage } from '#platform/server/ports/storage/disk-storage.ts';
import { createUploadSigner } from '#platform/server/ports/storage/upload-signer.ts';
import { startSensServer } from '#test/fakes/sens-server.ts';
import { startSolapiServer } from '#test/fakes/solapi-server.ts';
import { findFreePort } from '#test/servers/free-port.ts';
import { createTestApp } from '#test/test-app.ts';
import { checkOpenDatabase } from './check-database.ts';
import {
  checkErasureLedger,
  checkFolder,
  checkMetricsPort,
  checkNode,
  checkPort,
  checkStorage,
} from './check-machine.ts';
import type { CheckResult } from './check-result.ts';
import { doctorCommand } from './doctor-command.ts';

const app = await createTestApp();
const root = await mkdtemp(join(tmpdir(), 'sajingwan-doctor-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const sms = await startSolapiServer({
  key: 'smskey',
  secret: 'smssecret',
  sender: '021234567',
  now: () => app.clock.now(),
});
afterAll(() => sms.close());

const sens = await startSensServer({
  key: 'sensaccess',
  secret: 'senssecret',
  sender: '021234567',
  serviceId: 'ncp:sms:kr:1:studio',
  now: () => app.clock.now(),
});
afterAll(() => sens.close());

const run = async (settings: Record<string, string>, args: string[] = [], file?: Record<string, string>) => {
  const lines: string[] = [];
  const code = await doctorCommand({
    args,
    readEnv: () => readEnv(settings, file),
    envFile: join(root, '.env'),
    clock: app.clock,
    readInput: () => Promise.resolve(''),
    print: (line) => void lines.push(line),
  });
  return { code, text: lines.join('\n') };
};
const whole = async () => ({
  PORT: String(await findFreePort()),
  DATA_DIR: join(root, 'whole'),
  PUBLIC_URL: 'https://studio.example.kr',
  TRUST_PROXY: '1',
  AUTH_SECRET: 'a-secret-of-more-than-thirty-two-letters',
  SMS_PROVIDER: 'solapi',
  SMS_SENDER: '02-123-4567',
  SOLAPI_API_KEY: 'smskey',
  SOLAPI_API_SECRET: 'smssecret',
  SOLAPI_URL: sms.url,
  OAUTH_KAKAO_CLIENT_ID: 'kakao-id',
  OAUTH_KAKAO_CLIENT_SECRET: 'kakao-secret',
  OAUTH_KAKAO_ADMIN_KEY: 'kakao-admin',
});

describe('npm run doctor', () => {
  it('doctor passes for a ready installation and prints no secret', async () => {
    const { code, text } = await run(await whole());
    expect(text).not.toContain('✗');
    expect(text).toMatch(/^✓ 사진관 \d+\.\d+\.\d+\n/);
    expect(code).toBe(0);
    expect(text).toContain('https://studio.example.kr/login/oauth2/code/naver');
    expect(text).toContain('✓ 솔라피가 키를 받았습니다');
    expect(text).not.toMatch(/secret|smskey|kakao-(id|admin)/);
    expect(sms.accepted).toEqual([]);
  });

  it('doctor says what to do before the site goes public', async () => {
    const { code, text } = await run({
      DATA_DIR: join(root, 'new'),
      RATE_LIMITS: 'off',
      OAUTH_NAVER_CLIENT_ID: '',
    });
    expect(code).toBe(1);
    for (const part of ['PUBLIC_URL', 'RATE_LIMITS=off', '문자 업체를 연결해 주세요'])
      expect(text).toContain(part);
    expect((await run({ ...(await whole()), TRUST_PROXY: '0' })).text).toContain('✗ TRUST_PROXY=0');
    expect((await run({ ...(await whole()), PUBLIC_URL: 'http://studio.kr' })).text).toContain('https://');
  });

  it('doctor prints its results as JSON for monitoring', async () => {
    const { code, text } = await run({ ...(await whole()), TRUST_PROXY: '0' }, ['--json']);
    expect(code).toBe(1);
    const results = JSON.parse(text) as CheckResult[];
    expect(results.filter(({ isPassed }) => !isPassed)).toMatchObject([{ message: 'TRUST_PROXY=0' }]);
    expect((await run(await whole(), ['--xml'])).code).toBeNull();
  });

  it('doctor reports keys that the SMS provider refuses, and a mail server without a login', async () => {
    const { text } = await run({
      ...(await whole()),
      SOLAPI_API_SECRET: 'another',
      SMTP_URL: `smtp://studio:password@127.0.0.1:${await findFreePort()}`,
      SMTP_FROM: 'no-reply@studio.kr',
    });
    expect(text).toContain('✗ 솔라피가 키를 받지 않거나 응답하지 않습니다');
    expect(text).toMatch(/✗ 메일 서버에 로그인할 수 없습니다\n.*SMTP_UNREACHED/);
    expect(text).not.toContain('studio:password');
  });

  it.each([
    ['senssecret', '✓ 네이버 클라우드 SENS가 키를 받았습니다'],
    ['another', '✗ 네이버 클라우드 SENS가 키를 받지 않거나 응답하지 않습니다'],
  ])('doctor tells whether SENS takes the secret %s, and sends nothing', async (secret, line) => {
    const { text } = await run({
      ...(await whole()),
      SMS_PROVIDER: 'sens',
      SENS_SERVICE_ID: 'ncp:sms:kr:1:studio',
      SENS_ACCESS_KEY: 'sensaccess',
      SENS_SECRET_KEY: secret,
      SENS_URL: sens.url,
    });
    expect(text).toContain(line);
    expect(sens.accepted).toEqual([]);
  });

  it('doctor reports unknown names in .env and backups that are switched off', async () => {
    const file = { PROT: '8080', PORT: '1', TZ: 'Asia/Seoul' };
    const { text } = await run({ ...(await whole()), BACKUP_DIR: 'off' }, [], file);
    expect(text).toContain('✗ .env에 모르는 설정이 있습니다: PROT(PORT?)\n');
    expect(text).toContain('✗ 자동 백업이 꺼져 있습니다');
  });

  it('doctor reports a backup folder, ledger or bucket that cannot be used', async () => {
    const file = join(root, 'a-file');
    await writeFile(file, '');
    const store = `http://127.0.0.1:${await findFreePort()}`;
    const { text } = await run({
      ...(await whole()),
      BACKUP_DIR: join(file, 'backups'),
      ERASURE_LEDGER: join(root, 'missing', 'erasures.jsonl'),
      BACKUP_S3_BUCKET: 'backups',
      BACKUP_S3_ENDPOINT: store,
      BACKUP_S3_REGION: 'kr',
      BACKUP_S3_ACCESS_KEY_ID: 'key',
      BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
    });
    expect(text).toContain(`✗ 백업 폴더 ${join(file, 'backups')}`);
    expect(text).toContain(`✗ 탈퇴 기록 ${join(root, 'missing', 'erasures.jsonl')}`);
    expect(text).toContain('✗ 백업을 복사할 버킷을 사용할 수 없습니다');
    expect(await checkErasureLedger(root)).toMatchObject({ isPassed: false });
    expect(await checkErasureLedger(file)).toMatchObject({ isPassed: true });
  });

  it('doctor shows the other results when one check fails for a reason that it did not foresee', async () => {
    const { code, text } = await run({
      ...(await whole()),
      S3_BUCKET: 'photos',
      S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
      S3_REGION: 'kr',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      BACKUP_DIR: join(root, 'kept'),
      DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/studio',
    });
    expect(code).toBe(1);
    expect(text).toContain('✗ 점검하지 못했습니다: 백업\n    예상하지 못한 오류입니다: ');
    expect(text).toContain('✗ 사진 저장소를 사용할 수 없습니다');
    expect(text).not.toMatch(/^\s+at /m);
  });

  it('doctor prints its results even when .env cannot be read', async () => {
    const lines: string[] = [];
    const readEnvFile = () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'open', path: '.env' });
    };
    const input = { args: ['--json'], readEnv: readEnvFile, envFile: '.env', clock: app.clock };
    const print = (line: string) => void lines.push(line);
    expect(await doctorCommand({ ...input, readInput: () => Promise.resolve(''), print })).toBe(1);
    expect(JSON.parse(lines.join('\n'))).toContainEqual({
      isPassed: false,
      message: '설정을 읽을 수 없습니다',
      advice: '.env: 파일을 읽거나 쓸 수 없습니다(EIO).',
    });
  });

  it('doctor names invalid environment variables', async () => {
    const { code, text } = await run({ PORT: 'three', SMS_PROVIDER: 'pigeon' });
    expect(code).toBe(1);
    expect(text).toContain('✗ 설정 PORT');
    expect(text).toContain('✗ 설정 SMS_PROVIDER');
  });

  it('doctor reports an unreachable database without its password', async () => {
    const settings = await whole();
    const { text } = await run({ ...settings, DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/studio' });
    expect(text).toContain('✗ 데이터베이스를 열 수 없습니다');
    expect(text).not.toContain('hidden');
  });

  it('doctor checks the database', async () => {
    const findings = await checkOpenDatabase(app, app.clock);
    const failures = findings.filter(({ isPassed }) => !isPassed).map(({ message }) => message);
    // PostgreSQL runs without fsync in tests.
    expect(failures.filter((what) => !what.startsWith('전원이'))).toEqual([
      '관리자가 없습니다',
      '스튜디오 정보가 예시 그대로입니다',
    ]);
    expect(findings.map(({ message }) => message)).toContain('테이블이 최신입니다');
  });

  it('doctor reports a role of the database that may not create tables', async () => {
    const undo = new Error('undo');
    let findings: CheckResult[] = [];
    const examine = app.db.transaction(async (tx) => {
      await tx.execute(sql`create role studio_reader`);
      await tx.execute(sql`grant select on all tables in schema public to studio_reader`);
      await tx.execute(sql`set local role studio_reader`);
      findings = await checkOpenDatabase({ db: tx as Db, clock: app.clock }, app.clock);
      throw undo;
    });
    await expect(examine).rejects.toBe(undo);
    const [found] = findings.filter(({ message }) => message.includes('studio_reader'));
    expect(found).toMatchObject({ isPassed: false });
    expect(found?.advice).toMatch(/ALTER DATABASE \S+ OWNER TO studio_reader$/);
  });

  it.each([
    [300_000, '300초 빠릅니다'],
    [-12_000, '12초 느립니다'],
  ])('doctor reports a machine whose clock differs from the database by %i ms', async (ms, message) => {
    const at = (difference: number): Clock => ({
      now: () => new Date(app.clock.now().getTime() + difference),
    });
    expect((await checkOpenDatabase(app, at(ms))).at(-1)).toMatchObject({
      isPassed: false,
      message: `이 컴퓨터의 시계가 데이터베이스보다 ${message}`,
    });
    expect((await checkOpenDatabase(app, at(ms / 60))).at(-1)).toMatchObject({ isPassed: true });
  });

  it('doctor reports that deletions wait because the clock jumped ahead', async () => {
    await app.db
      .insert(retentionClock)
      .values({ trustedAt: app.clock.now(), seenAt: app.clock.now(), steadySeconds: 0 });
    const examineAfter = (days: number) => {
      const clock = { now: () => new Date(app.clock.now().getTime() + days * 24 * 3_600_000) };
      return checkOpenDatabase({ db: app.db, clock }, clock);
    };
    const findHeld = (findings: CheckResult[]) =>
      findings.filter(({ advice }) => advice?.includes('confirm-clock'));
    expect(findHeld(await examineAfter(14))).toEqual([]);
    expect(findHeld(await examineAfter(60))).toMatchObject([{ isPassed: false }]);
    const behind = (await examineAfter(-3)).filter(({ message }) => message.includes('뒤에 있습니다'));
    expect(behind).toMatchObject([{ isPassed: false }]);
  });

  it('doctor reports an unusable folder, disk, store, port and Node.js version', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    expect(await checkFolder(join(file, 'data'))).toMatchObject([{ isPassed: false }]);
    expect(await checkFolder(root, Infinity)).toMatchObject([{ isPassed: true }, { isPassed: false }]);
    const store = createDiskStorage(join(file, 'photos'), createUploadSigner(app.deps.authSecret));
    expect(await checkStorage(store)).toMatchObject({ isPassed: false });
    expect(checkNode('20.18.3')).toMatchObject({ isPassed: false });

    const port = await findFreePort();
    const other = createServer((socket) => socket.end('no\r\n'));
    await new Promise<void>((resolve) => void other.listen(port, '127.0.0.1', resolve));
    expect(await checkPort({ port, host: '127.0.0.1' })).toMatchObject({ isPassed: false });
    expect(await checkMetricsPort(port)).toMatchObject({ isPassed: false });
    other.close();
  });
});
