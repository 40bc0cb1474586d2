import type { Db } from '#server/db/connection.ts';
import { systemClock } from '#server/ports/clock.ts';
import type { Clock } from '#server/ports/clock.ts';
import { startServer } from '#test/server-process.ts';
import type { ServerProcess } from '#test/server-process.ts';
import { createHttpAsk } from './ask.ts';
import type { HttpAsk } from './ask.ts';
import { checkHistory } from './check-history.ts';
import { createStorm } from './operations.ts';
import type { Storm } from './operations.ts';
import { insertPeople, stormIdentity } from './people.ts';
import type { Person } from './people.ts';
import { readFinalState } from './places.ts';
import type { StormDatabase } from './places.ts';
import type { Outcome } from './scenario.ts';
import { settleAll } from './storm-clients.ts';

export interface Scene {
  readonly storm: Storm;
  readonly http: HttpAsk;
  readonly members: readonly Person[];
  readonly admins: readonly Person[];
  /** A scenario may put another in one's place. */
  readonly servers: ServerProcess[];
  readonly database: StormDatabase;
}

interface SceneOptions {
  readonly database: StormDatabase;
  readonly servers: 1 | 2;
  readonly members: number;
  readonly admins?: number;
  /** Over those that every storm has. */
  readonly settings?: Record<string, string>;
  /** Of the people's tokens, where the servers' is another than the machine's. */
  readonly clock?: Clock;
  /** Before any server starts. */
  prepare?(db: Db): Promise<void>;
}

/** Bookings without an answer are asked for again over so many lines. */
const LINES = 16;

export const stormSettings = (database: StormDatabase): Record<string, string> => ({
  ...database.settings,
  ...stormIdentity,
  RATE_LIMITS: 'off',
  SAMPLE_CONTENT: 'false',
  LOG_LEVEL: 'error',
});

type Done = Omit<Outcome, 'history' | 'faults'> & {
  readonly faults?: readonly string[];
  /** Looks into the database when no server runs any more. */
  inspect?(db: Db): Promise<Pick<Outcome, 'did' | 'faults'>>;
};

/** Servers on a database with people in it: `work` is done to them, then the whole history is checked. */
export const playScene = async (
  {
    database,
    servers: count,
    members,
    admins = 0,
    settings = {},
    clock = systemClock,
    prepare,
  }: SceneOptions,
  work: (scene: Scene) => Promise<Done>,
): Promise<Outcome> => {
  const servers: ServerProcess[] = [];
  const http = createHttpAsk();
  try {
    const people = await database.visit(async (db) => {
      await prepare?.(db);
      return {
        members: await insertPeople(db, members, { clock }),
        admins: admins === 0 ? [] : await insertPeople(db, admins, { role: 'ADMIN', clock }),
      };
    });
    while (servers.length < count)
      servers.push(await startServer({ ...stormSettings(database), ...settings }));
    http.use(servers.map(({ url }) => url));
    const storm = createStorm(http.ask);
    const done = await work({ storm, http, ...people, servers, database });
    await settleAll(storm, people.members, LINES);
    const deaths = servers.flatMap((server) => server.ended() ?? []);
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    const { state, found } = await database.visit(async (db) => ({
      state: await readFinalState(db),
      found: await done.inspect?.(db),
    }));
    return {
      did: [done.did, found?.did].filter((line) => line !== undefined).join('; '),
      goals: done.goals ?? [],
      history: storm.history,
      faults: [
        ...(found?.faults ?? []),
        ...(done.faults ?? []),
        ...deaths.map((death) => `a server ended by itself: ${death}`),
        ...checkHistory(storm.history, state),
      ],
    };
  } finally {
    http.close();
    await Promise.all(servers.map((server) => server.kill()));
    await database.remove();
  }
};
