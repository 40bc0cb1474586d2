import { systemClock, type Clock } from '#platform/server/ports/clock.ts';
import { insertSignedInUsers, testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import type { ServerDatabase } from '#test/servers/server-database.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';
import { checkHistory } from '#tools/chaos/checker/check-history.ts';
import { createHttpClient, type HttpClient } from './client.ts';
import { createWorkload, type Workload } from './operations.ts';
import { resolveUnknownOutcomes } from './random-clients.ts';
import { readFinalState } from './read-final-state.ts';
import type { ScenarioResult } from './scenario.ts';

export interface ServerFixture {
  readonly workload: Workload;
  readonly http: HttpClient;
  readonly members: readonly SignedInUser[];
  readonly admins: readonly SignedInUser[];
  /** A scenario may replace servers in this array. */
  readonly servers: ServerProcess[];
  readonly database: ServerDatabase;
  /** Starts another server on the database, which the scenario adds to `servers` or stops. */
  start(env?: Record<string, string>): Promise<ServerProcess>;
}

interface ServerFixtureOptions {
  readonly database: ServerDatabase;
  readonly servers?: 1 | 2;
  readonly members: number;
  readonly admins?: number;
  /** Added to the environment variables that all scenarios share. */
  readonly env?: Record<string, string>;
  /** Clock for the users' tokens, if the servers' clock differs from the machine's. */
  readonly clock?: Clock;
}

/** Concurrent retries of bookings without a response. */
const RETRY_CONCURRENCY = 16;

export const chaosServerEnv = (database: ServerDatabase): Record<string, string> => ({
  ...database.env,
  ...testIdentity,
  RATE_LIMITS: 'off',
  SAMPLE_CONTENT: 'false',
  LOG_LEVEL: 'error',
});

type WorkResult = Omit<ScenarioResult, 'history' | 'violations'> &
  Partial<Pick<ScenarioResult, 'violations'>>;

/** Starts servers on a database with users, runs `work`, stops the servers and checks the whole history. */
export const runWithServers = async (
  { database, servers: count = 1, members, admins = 0, env, clock = systemClock }: ServerFixtureOptions,
  work: (fixture: ServerFixture) => Promise<WorkResult>,
): Promise<ScenarioResult> => {
  const servers: ServerProcess[] = [];
  const http = createHttpClient();
  const start: ServerFixture['start'] = (own) => startServer({ ...chaosServerEnv(database), ...env, ...own });
  try {
    const users = await database.withDb(async (db) => ({
      members: await insertSignedInUsers(db, members, { clock }),
      admins: admins === 0 ? [] : await insertSignedInUsers(db, admins, { role: 'ADMIN', clock }),
    }));
    while (servers.length < count) servers.push(await start());
    http.setServers(servers.map(({ url }) => url));
    const workload = createWorkload(http.send);
    const { violations = [], ...done } = await work({ workload, http, ...users, servers, database, start });
    await resolveUnknownOutcomes(workload, users.members, RETRY_CONCURRENCY);
    const exits = servers.flatMap((server) => server.exitReason() ?? []);
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    const state = await database.withDb(readFinalState);
    return {
      ...done,
      history: workload.history,
      violations: [
        ...violations,
        ...exits.map((reason) => `a server exited unexpectedly: ${reason}`),
        ...checkHistory(workload.history, state),
      ],
    };
  } finally {
    http.close();
    await Promise.all(servers.map((server) => server.kill()));
    await database.remove();
  }
};
