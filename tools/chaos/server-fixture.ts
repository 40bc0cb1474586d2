import type { Db } from '#server/db/database.ts';
import { systemClock, type Clock } from '#server/ports/clock.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';
import { createHttpClient, type HttpClient } from './client.ts';
import { checkHistory } from '#tools/chaos/checker/check-history.ts';
import { createWorkload, type Workload } from './operations.ts';
import { insertSignedInUsers, testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import { readFinalState } from '#tools/chaos/read-final-state.ts';
import type { ServerDatabase } from '#test/servers/server-database.ts';
import type { ScenarioResult } from './scenario.ts';
import { resolveUnknownOutcomes } from './random-clients.ts';

export interface ServerFixture {
  readonly workload: Workload;
  readonly http: HttpClient;
  readonly members: readonly SignedInUser[];
  readonly admins: readonly SignedInUser[];
  /** A scenario may replace servers in this array. */
  readonly servers: ServerProcess[];
  readonly database: ServerDatabase;
}

interface ServerFixtureOptions {
  readonly database: ServerDatabase;
  readonly servers: 1 | 2;
  readonly members: number;
  readonly admins?: number;
  /** Added to the settings that all scenarios share. */
  readonly settings?: Record<string, string>;
  /** Clock for the users' tokens, if the servers' clock differs from the machine's. */
  readonly clock?: Clock;
  /** Runs before any server starts. */
  prepare?(db: Db): Promise<void>;
}

/** Concurrent retries of bookings without a response. */
const RETRY_CONCURRENCY = 16;

export const chaosServerSettings = (database: ServerDatabase): Record<string, string> => ({
  ...database.settings,
  ...testIdentity,
  RATE_LIMITS: 'off',
  SAMPLE_CONTENT: 'false',
  LOG_LEVEL: 'error',
});

type WorkResult = Omit<ScenarioResult, 'history' | 'violations'> & {
  readonly violations?: readonly string[];
  /** Reads the database after all servers have stopped. */
  inspect?(db: Db): Promise<Pick<ScenarioResult, 'summary' | 'violations'>>;
};

/** Starts servers on a database with users, runs `work`, stops the servers and checks the whole history. */
export const runWithServers = async (
  {
    database,
    servers: count,
    members,
    admins = 0,
    settings = {},
    clock = systemClock,
    prepare,
  }: ServerFixtureOptions,
  work: (fixture: ServerFixture) => Promise<WorkResult>,
): Promise<ScenarioResult> => {
  const servers: ServerProcess[] = [];
  const http = createHttpClient();
  try {
    const users = await database.withDb(async (db) => {
      await prepare?.(db);
      return {
        members: await insertSignedInUsers(db, members, { clock }),
        admins: admins === 0 ? [] : await insertSignedInUsers(db, admins, { role: 'ADMIN', clock }),
      };
    });
    while (servers.length < count)
      servers.push(await startServer({ ...chaosServerSettings(database), ...settings }));
    http.setServers(servers.map(({ url }) => url));
    const workload = createWorkload(http.send);
    const done = await work({ workload, http, ...users, servers, database });
    await resolveUnknownOutcomes(workload, users.members, RETRY_CONCURRENCY);
    const unexpectedExits = servers.flatMap((server) => server.exitReason() ?? []);
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    const { state, found } = await database.withDb(async (db) => ({
      state: await readFinalState(db),
      found: await done.inspect?.(db),
    }));
    return {
      summary: [done.summary, found?.summary].filter((line) => line !== undefined).join('; '),
      goals: done.goals ?? [],
      history: workload.history,
      violations: [
        ...(found?.violations ?? []),
        ...(done.violations ?? []),
        ...unexpectedExits.map((reason) => `a server exited unexpectedly: ${reason}`),
        ...checkHistory(workload.history, state),
      ],
    };
  } finally {
    http.close();
    await Promise.all(servers.map((server) => server.kill()));
    await database.remove();
  }
};
