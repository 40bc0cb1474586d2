import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { verificationCodes } from '#core/auth/server/tables.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { insertMember } from '#test/factories/members.ts';
import { reservationBody } from '#test/factories/reservations.ts';
import { findFreePort } from '#test/servers/free-port.ts';
import { createTestApp } from '#test/test-app.ts';
import { createApp } from '../../app.ts';
import { createObservability } from './observability.ts';

const app = await createTestApp();
const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });
const metricsPort = await findFreePort();
const open = {
  db: app.db,
  kind: 'embedded',
  clock: app.clock,
  exec: () => Promise.resolve(),
  listenForChanges: () => ({
    isConnected: () => true,
    tryBecomeLeader: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  }),
  close: () => Promise.resolve(),
} as const;
const countConnections = () => ({ busy: 1, idle: 2, waiting: 0 });
const watch = await createObservability(
  { metricsPort, accessLog: true },
  { ...open, countConnections },
  app.clock,
  log,
);
const hono = createApp(
  { ...app.deps, log, sms: watch.sms(app.deps.sms) },
  { onRequestMetric: watch.onResponse },
);

const ask = (method: string, path: string, body?: object, token = 'none') =>
  hono.request(path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const read = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
const valueOf = (text: string, line: string): string | undefined =>
  text
    .split('\n')
    .find((one) => one.startsWith(`${line} `))
    ?.slice(line.length + 1);

it('S-053 S-063 the access log has route, status and duration but no personal data or input', async () => {
  const member = await insertMember(app, { name: '김비밀', phone: '01077778888', password: 'password1' });
  const typed = { loginId: 'secret.id', name: '김비밀', phoneNumber: '01077778888', code: '246810' };
  await ask('GET', '/api/member/check-phone?phoneNumber=01077778888');
  await ask('GET', '/api/member/check-id?loginId=secret.id%0A%7B%22level%22%3A60%7D');
  await ask('POST', '/api/auth/login', { loginId: member.loginId, password: 'password1' });
  await ask('POST', '/api/auth/login', { loginId: 'secret.id\r\n{"level":60}', password: 'p4ssw0rd' });
  await ask('GET', '/api/question/search?keyword=%EA%B9%80%EB%B9%84%EB%B0%80', undefined, member.accessToken);
  await ask('POST', '/api/member/find-pw/verify-code', typed);
  await ask('POST', '/api/reservation', reservationBody({ notes: '김비밀의 메모' }), member.accessToken);
  await ask('GET', `/api/question/01077778888`);
  await ask('GET', `/oauth-success?accessToken=${member.accessToken}&refreshToken=${member.refreshToken}`);

  const access = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === 'request');
  expect(access.length).toBe(9);
  expect(access[0]).toMatchObject({ method: 'GET', route: '/api/member/check-phone', status: 409 });
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  // The time of a line may contain the same digits as a secret by chance.
  const withoutTimes = lines.join('').replace(/"time":\d+/g, '');
  for (const secret of [
    '김비밀',
    '7777',
    '246810',
    'secret.id',
    'p4ssw0rd',
    member.accessToken,
    member.loginId,
  ])
    expect(withoutTimes).not.toContain(secret);
});

it('S-053 values of personal fields are redacted in every log line', () => {
  lines.length = 0;
  log.warn({ event: 'slip', phone: '01077778888', member: { name: '김비밀', phoneNumber: '01077778888' } });
  expect(lines.join('')).toContain('slip');
  expect(lines.join('').replace(/"time":\d+/, '')).not.toMatch(/7777|김비밀/);
});

it('metrics count requests by route, reservations, messages and queues, on localhost only', async () => {
  await hono.request('/api/member/send-code?phoneNumber=01055556666', { method: 'POST' });
  const text = await read();
  const create = 'http_request_duration_seconds_count{method="POST",route="/api/reservation",status="201"}';
  expect(valueOf(text, create)).toBe('1');
  expect(valueOf(text, 'bookings_total{status="201"}')).toBe('1');
  expect(valueOf(text, 'sms_messages_total{outcome="accepted"}')).toBe('1');
  expect(valueOf(text, 'database_pool_connections{state="idle"}')).toBe('2');
  // The confirmation of the reservation and the studio's message.
  expect(valueOf(text, 'queue_length{queue="notifications"}')).toBe('2');
  expect(valueOf(text, 'retention_overdue_rows')).toBe('0');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(text).not.toMatch(/01055556666|01077778888/);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
  expect((await hono.request('/metrics')).status).toBe(404);
  await watch.stop();
});

it('a metrics port that is taken is named with the way out', async () => {
  const port = await findFreePort();
  const settings = { metricsPort: port, accessLog: false };
  const first = await createObservability(settings, open, app.clock, log);
  await expect(createObservability(settings, open, app.clock, log)).rejects.toThrow(
    `설정 METRICS_PORT: ${port}번 포트를 열 수 없습니다.`,
  );
  await first.stop();
});

it('metrics report overdue rows that the purge has not deleted', async () => {
  const old = new Date(app.clock.now().getTime() - 3 * 86_400_000);
  const row = { purpose: 'JOIN', phone: '01055556666', codeHash: Buffer.from('a'), createdAt: old } as const;
  await app.db.insert(verificationCodes).values({ ...row, expiresAt: old });
  const { countOverdue } = await import('../../purge/purge-expired.ts');
  expect(await countOverdue(app.db, app.clock.now())).toBe(1);
  await app.db.execute(sql`delete from verification_codes`);
});
