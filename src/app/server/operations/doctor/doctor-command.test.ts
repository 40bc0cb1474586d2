import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { retentionClock } from '#platform/server/db/tables.ts';
import { readEnv } from '#platform/server/env.ts';
import type { Clock } from '#platform/server/ports/clock.ts';
import { createDiskStorage } from '#platform/server/ports/storage/disk-storage.ts';
import { createUploadSigner } from '#platform/server/ports/storage/upload-signer.ts';
import { findFreePort } from '#test/servers/free-port.ts';
import { createTestApp } from '#test/test-app.ts';
import { checkOpenDatabase } from './check-database.ts';
import { checkFolder, checkNode, checkPort, checkStorage } from './check-machine.ts';
import type { CheckResult } from './check-result.ts';
import { doctorCommand } from './doctor-command.ts';

const app = await createTestApp();
const root = await mkdtemp(join(tmpdir(), 'sajingwan-doctor-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const run = async (settings: Record<string, string>) => {
  const lines: string[] = [];
  const code = await doctorCommand({
    args: [],
    readEnv: () => readEnv(settings),
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
  SOLAPI_API_KEY: 'sms-key',
  SOLAPI_API_SECRET: 'sms-secret',
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
    expect(text).not.toMatch(/secret|sms-key|kakao-(id|admin)/);
  });

  it('doctor says what to do before the site goes public', async () => {
    const { code, text } = await run({
      DATA_DIR: join(root, 'new'),
      RATE_LIMITS: 'off',
      OAUTH_NAVER_CLIENT_ID: '',
    });
    expect(code).toBe(1);
    for (const part of ['PUBLIC_URL', 'RATE_LIMITS=off', 'SMS_PROVIDER']) expect(text).toContain(part);
    expect((await run({ ...(await whole()), TRUST_PROXY: '0' })).text).toContain('✗ TRUST_PROXY=0');
    expect((await run({ ...(await whole()), PUBLIC_URL: 'http://studio.kr' })).text).toContain('https://');
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
    other.close();
  });
});
