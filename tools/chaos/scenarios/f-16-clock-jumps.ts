import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSite, pickPhoneNumber, readCode } from '#test/releases/site-client.ts';
import type { SendRequest } from '#tools/chaos/client.ts';
import { book, cancel, readBookedTimes } from '#tools/chaos/operations.ts';
import { bookableDates, pickRandom, slotsOn } from '#tools/chaos/random-clients.ts';
import { violationsOf, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers, type ServerFixture } from '#tools/chaos/server-fixture.ts';
import { postSlowly } from '#tools/chaos/slow-request.ts';
import { atMost } from '#tools/goals.ts';

const JUMP_MS = 600_000;
const JUMPS_MS = [JUMP_MS, 0, -JUMP_MS, 0];
const CLIENTS = 8;
const MEMBERS = 800;
const WARM_UP_MS = 1_500;

interface ClockFixture {
  readonly fixture: ServerFixture;
  readonly dataDir: string;
  readonly offsetFile: string;
  /** With PostgreSQL the server takes the time from the database, so that the jump must not show. */
  readonly usesDatabaseClock: boolean;
}

/** Milliseconds by which the time that the server uses, and its clients, differ from the machine's. */
let clockOffsetMs = 0;

const setClockOffset = async (
  { fixture, offsetFile, usesDatabaseClock }: ClockFixture,
  offset: number,
): Promise<void> => {
  await writeFile(offsetFile, String(offset));
  for (const { pid } of fixture.servers) process.kill(pid, 'SIGUSR2');
  clockOffsetMs = usesDatabaseClock ? 0 : offset;
  await sleep(100);
};

/** Load without holds: they expire by the server's clock, which differs from that of the history. */
const runSteadily = async (
  { workload, members }: ServerFixture,
  runState: { isRunning: boolean },
): Promise<void> => {
  const dateSlots = slotsOn(bookableDates(0, 200));
  while (runState.isRunning) {
    const dateSlot = pickRandom(dateSlots);
    const member = pickRandom(members);
    const { outcome, code } = await book(workload, member, { ...dateSlot, key: randomUUID() });
    await readBookedTimes(workload, dateSlot.date);
    if (outcome === 'ok' && code !== null && Math.random() < 0.3) await cancel(workload, member, code);
  }
};

const receiveCode = async ({ fixture, dataDir }: ClockFixture, phone: string): Promise<string> => {
  await fixture.workload.send({ method: 'POST', path: `/api/member/send-code?phoneNumber=${phone}` });
  return readCode(openSite('', dataDir), phone);
};

const register = async (send: SendRequest, phone: string, code: string): Promise<number> => {
  const agreements = { all: true, terms: true, privacy: true, over14: true };
  const loginId = `step${phone.slice(3)}`;
  const body = { loginId, password: 'password1', name: '홍길동', phoneNumber: phone, code, agreements };
  return (await send({ method: 'POST', path: '/api/member/register', body })).status;
};

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Registers and logs in a new member at the current time of the shifted clock. */
const signIn = async (clockFixture: ClockFixture): Promise<Tokens> => {
  const { send } = clockFixture.fixture.workload;
  const phone = pickPhoneNumber();
  await register(send, phone, await receiveCode(clockFixture, phone));
  const body = { loginId: `step${phone.slice(3)}`, password: 'password1' };
  return (await send({ method: 'POST', path: '/api/auth/login', body })).body as Tokens;
};

/** Changes the clock during a request, with a session and a verification code from before the change. */
const runJump = async (clockFixture: ClockFixture, from: number, to: number): Promise<string[]> => {
  const { fixture, usesDatabaseClock } = clockFixture;
  const { workload, servers } = fixture;
  const name = `from ${from / 60_000} to ${to / 60_000} min`;
  const tokens = await signIn(clockFixture);
  const phone = pickPhoneNumber();
  const code = await receiveCode(clockFixture, phone);
  const inFlight = await postSlowly(servers[0]?.url ?? '');
  await setClockOffset(clockFixture, to);
  const response = (await inFlight.finish()).slice(0, 12);

  const profile = { method: 'GET', path: '/api/member/profile' } as const;
  const statusBefore = (await workload.send({ ...profile, token: tokens.accessToken })).status;
  const body = { refreshToken: tokens.refreshToken };
  const renewed = await workload.send({ method: 'POST', path: '/api/auth/reissue', body });
  const token = (renewed.body as Tokens | null)?.accessToken;
  const statusAfter = (await workload.send({ ...profile, token })).status;
  const oldCodeStatus = await register(workload.send, phone, code);
  const other = pickPhoneNumber();
  const newCodeStatus = await register(workload.send, other, await receiveCode(clockFixture, other));
  return violationsOf(
    [response === 'HTTP/1.1 400', `${name}: the request in flight got ${response}`],
    [
      statusBefore === 200 || (to > from && !usesDatabaseClock),
      `${name}: a token was rejected (${statusBefore})`,
    ],
    [
      renewed.status === 200 && statusAfter === 200,
      `${name}: a session was lost (${renewed.status}, ${statusAfter})`,
    ],
    [
      oldCodeStatus === (usesDatabaseClock ? 201 : 400),
      `${name}: a code from before the jump got ${oldCodeStatus}`,
    ],
    [newCodeStatus === 201, `${name}: a new code got ${newCodeStatus}`],
  );
};

export const clockJumps: Scenario = {
  id: 'F-16',
  title: 'the server’s clock jumps ten minutes ahead and back, in both directions, under load',
  environments: ['embedded', 'postgres'],
  run: async ({ createDatabase, name }) => {
    const database = await createDatabase();
    const dataDir = database.env.DATA_DIR ?? '';
    const offsetFile = join(dataDir, 'clock-offset');
    const clock = { now: () => new Date(Date.now() + clockOffsetMs) };
    const env = {
      NODE_OPTIONS: `--import=${resolve('test/servers/shift-clock.js')}`,
      CLOCK_OFFSET_FILE: offsetFile,
    };
    return runWithServers({ database, members: MEMBERS, env, clock }, async (fixture) => {
      const clockFixture: ClockFixture = {
        fixture,
        dataDir,
        offsetFile,
        usesDatabaseClock: name !== 'embedded',
      };
      const runState = { isRunning: true };
      const clientRuns = Promise.all(Array.from({ length: CLIENTS }, () => runSteadily(fixture, runState)));
      const violations: string[] = [];
      let from = 0;
      for (const to of JUMPS_MS) {
        await sleep(WARM_UP_MS);
        violations.push(...(await runJump(clockFixture, from, to)));
        from = to;
      }
      await sleep(WARM_UP_MS);
      runState.isRunning = false;
      await clientRuns;
      const unknown = fixture.workload.history.filter(({ outcome }) => outcome === 'unknown');
      const rejected = unknown.filter(({ code }) => code === 'TOO_MANY_REQUESTS').length;
      const lost = unknown.length - rejected;
      return {
        summary: `${JUMPS_MS.length} jumps during ${fixture.workload.history.length} operations: no request was cut off and no session ended`,
        goals: [atMost('requests rejected by 429', rejected, 0)],
        violations: [...violations, ...violationsOf([lost === 0, `${lost} operations got no response`])],
      };
    });
  },
};
