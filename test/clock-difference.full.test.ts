import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { createTotp } from '#core/auth/server/totp/second-factor.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import { openPostgres } from '#platform/server/db/postgres/open-postgres.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';
import { createVisitor, logIn, readCode, register } from '#test/servers/site-visitor.ts';

const TIMEOUT_MS = 300_000;
const owner = { loginId: 'owner', password: 'Owner!Password7' };
const postgres = await startPostgresServer();
const root = await mkdtemp(join(tmpdir(), 'sajingwan-clocks-'));
const database = await openPostgres(`${postgres.url}postgres`, createLog('silent'));
afterAll(async () => {
  await database.close();
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
});
const authSecret = randomBytes(32).toString('base64url');

interface Site extends ServerProcess {
  readonly dataDir: string;
  readonly env: Record<string, string>;
}

/** Starts a server on the shared database whose system clock is ahead by `offsetMs`. Stopped when the test ends. */
const startSite = async (name: string, offsetMs = 0): Promise<Site> => {
  const dataDir = join(root, name);
  const env = {
    DATABASE_URL: `${postgres.url}postgres`,
    DATA_DIR: dataDir,
    AUTH_SECRET: authSecret,
    PUBLIC_URL: 'http://studio.example',
    SAMPLE_CONTENT: 'false',
    ADMIN_LOGIN_ID: owner.loginId,
    ADMIN_PASSWORD: owner.password,
    // Each visitor has an address of their own for the rate limits.
    TRUST_PROXY: '1',
    NODE_OPTIONS: `--import=${resolve('test/servers/shift-clock.js')}`,
    CLOCK_OFFSET_MS: String(offsetMs),
    CLOCK_OFFSET_FILE: join(root, 'offset'),
  };
  const server = await startServer(env);
  onTestFinished(async () => void (await server.stop()));
  return { ...server, dataDir, env };
};

const TIME = '15-16';
const findFreeDate = async (site: Site): Promise<string> => {
  const send = createVisitor();
  for (let day = 3; day < 30; day += 1) {
    const date = addDays(seoulDate(new Date()), day);
    const { body } = await send(site, 'GET', `/api/reservation/booked-times?date=${date}`);
    if (!(body as unknown as string[]).includes(TIME)) return date;
  }
  throw new Error('no date is free');
};

/** Everything that compares the instants of two servers, each step on the other one. */
const expectAgreement = async (right: Site, ahead: Site): Promise<void> => {
  for (const [first, second] of [
    [right, ahead],
    [ahead, right],
  ] as const) {
    const send = createVisitor();
    const member = await register(send, first, second);

    await logIn(send, first, member);
    const session = await logIn(send, second, member);
    const refresh = { body: { refreshToken: session.refreshToken } };
    const [once, again] = [
      await send(first, 'POST', '/api/auth/reissue', refresh),
      await send(second, 'POST', '/api/auth/reissue', refresh),
    ];
    expect([once.status, again.status]).toEqual([200, 200]);
    expect(again.body.refreshToken).toEqual(once.body.refreshToken);
    const token = once.body.accessToken ?? '';

    const meeting = { date: await findFreeDate(first), time: TIME };
    expect((await send(first, 'POST', '/api/reservation/hold', { body: meeting, token })).status).toBe(201);
    const other = createVisitor();
    const rival = await logIn(other, second, await register(other, second, first));
    const refused = await other(second, 'POST', '/api/reservation/hold', {
      body: meeting,
      token: rival.accessToken ?? '',
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'SLOT_TAKEN']);
    const booking = {
      ...meeting,
      shootType: 'WEDDING',
      desiredShootDate: '가을',
      location: '공원',
      notes: '',
    };
    expect((await send(second, 'POST', '/api/reservation', { body: booking, token })).status).toBe(201);

    const { loginId, name, phoneNumber } = member;
    const recovery = { loginId, name, phoneNumber };
    await send(first, 'POST', '/api/member/find-pw/send-code', { body: recovery });
    const coded = { ...recovery, code: await readCode(first, phoneNumber, 1) };
    const verified = await send(second, 'POST', '/api/member/find-pw/verify-code', { body: coded });
    expect(verified.status).toBe(200);
    const reset = { body: { ...coded, password: 'Another!2026' } };
    expect((await send(first, 'PUT', '/api/member/find-pw/reset', reset)).status).toBe(200);
  }
};

/** Turns the second factor on with a code on `second`, and logs in with the password there and the next code on `first`. */
const expectSecondFactor = async (first: Site, second: Site): Promise<void> => {
  const send = createVisitor();
  const { accessToken: token = '' } = await logIn(send, first, owner);
  const { body } = await send(first, 'POST', '/api/admin/totp', {
    body: { password: owner.password },
    token,
  });
  const totp = createTotp(Secret.fromBase32(body.secret ?? ''));
  const code = totp.generate();
  const confirmed = await send(second, 'POST', '/api/admin/totp/confirm', { body: { code }, token });
  expect(confirmed.status).toBe(200);
  const password = await send(second, 'POST', '/api/auth/login', { body: owner });
  expect(password.body.code).toBe('TOTP_REQUIRED');
  const next = totp.generate({ timestamp: Date.now() + 30_000 });
  const login = await send(first, 'POST', '/api/auth/login', { body: { ...owner, code: next } });
  expect(login.status).toBe(200);
  const off = { body: { password: owner.password }, token: login.body.accessToken ?? '' };
  expect((await send(second, 'DELETE', '/api/admin/totp', off)).status).toBe(204);
};

const runDoctor = async ({ env }: Site): Promise<string> => {
  const run = promisify(execFile)(process.execPath, ['dist/server/cli.js', 'doctor'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  });
  // It exits with 1, because the test's site is not public.
  return run.catch((error: { stdout: string }) => error).then(({ stdout }) => stdout);
};

it.each([12, 300])(
  'S-120 two servers whose clocks are %i s apart agree, and the wrong clock is logged, unhealthy and named by the doctor',
  { timeout: TIMEOUT_MS },
  async (seconds) => {
    const right = await startSite('right');
    const ahead = await startSite(`ahead-${seconds}`, seconds * 1_000);
    await expectAgreement(right, ahead);
    await expectSecondFactor(right, ahead);

    expect((await fetch(`${right.url}/healthz`)).status).toBe(200);
    const health = await fetch(`${ahead.url}/healthz`);
    expect([health.status, await health.text()]).toEqual([503, `clock_differs: ${seconds} s`]);
    expect(ahead.output()).toContain(`"event":"clock_differs","seconds":${seconds}`);
    expect(right.output()).not.toContain('clock_differs');
    expect(await runDoctor(ahead)).toContain(`✗ 이 컴퓨터의 시계가 데이터베이스보다 ${seconds}초 빠릅니다`);
  },
);

it(
  'S-120 a server whose clock was ahead and is set back accepts what it has issued before',
  { timeout: TIMEOUT_MS },
  async () => {
    const site = await startSite('set-back', 60_000);
    const send = createVisitor();
    const member = await register(send, site, site);
    const session = await logIn(send, site, member);
    await writeFile(join(root, 'offset'), '0');
    process.kill(site.pid, 'SIGUSR2');
    await vi.waitFor(async () => expect((await fetch(`${site.url}/healthz`)).status).toBe(200), 10_000);
    await logIn(send, site, member);
    const refresh = { body: { refreshToken: session.refreshToken } };
    expect((await send(site, 'POST', '/api/auth/reissue', refresh)).status).toBe(200);
  },
);

const readQuestions = async ({ url }: Site): Promise<string> => (await fetch(`${url}/api/question`)).text();
const findListener = async (): Promise<number[]> => {
  const { rows } = await database.db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where application_name = 'sajingwan-change-listener'`,
  );
  return rows.map(({ pid }) => pid);
};

it(
  'S-121 a question that is made secret is not served by a server whose change listener has hung for 3 s',
  { timeout: TIMEOUT_MS },
  async () => {
    const writer = await startSite('writer');
    const listenersBefore = await findListener();
    const reader = await startSite('reader');
    const hanging = (await findListener()).filter((pid) => !listenersBefore.includes(pid));
    expect(hanging).toHaveLength(1);
    const send = createVisitor();
    const { accessToken: token = '' } = await logIn(send, writer, await register(send, writer, writer));
    const draft = { title: '주차', content: '주차할 수 있나요?', secret: false };
    const { body: question } = await send(writer, 'POST', '/api/question', { body: draft, token });
    await vi.waitFor(async () => expect(await readQuestions(reader)).toContain(draft.content));

    process.kill(hanging[0] ?? 0, 'SIGSTOP');
    try {
      await sleep(3_000);
      const change = { body: { ...draft, secret: true }, token };
      expect((await send(writer, 'PUT', `/api/question/${question.id}`, change)).status).toBe(200);
      expect(await readQuestions(reader)).not.toContain(draft.content);
    } finally {
      process.kill(hanging[0] ?? 0, 'SIGCONT');
    }
  },
);
