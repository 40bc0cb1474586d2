import { createApp } from '#app/server/app.ts';
import { createConnections } from '#app/server/connections/create-connections.ts';
import { hooks } from '#app/server/features.ts';
import { openPostgres } from '#platform/server/db/postgres/open-postgres.ts';
import { readEnv } from '#platform/server/env.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { noMailer, noSms } from '#platform/server/ports/no-messages.ts';
import { testIdentity, testAuthSecret } from '#test/factories/signed-in-users.ts';
import { recordRoundTrips } from '#test/statement-recorder.ts';
import { createTestStorage } from '#test/test-storage.ts';

/**
 * Parameters whose value differs between bookings and between logins. `window` is the time range of the slot, `hit` the key of a
 * rate or failure counter, `reservation` the id that the insert returned.
 */
export type Variable =
  | 'member'
  | 'session'
  | 'date'
  | 'slot'
  | 'window'
  | 'code'
  | 'key'
  | 'reservation'
  | 'hit'
  | 'loginId'
  | 'loginMember'
  | 'newSession'
  | 'newToken';

export type RecordedParam =
  | { readonly variable: Variable; readonly prefix?: string }
  | { readonly bytes: string }
  | { readonly list: readonly RecordedParam[] }
  | { readonly value: string | number | boolean | null };

/** A statement as the server sends it to the database. */
export interface RecordedStatement {
  readonly text: string;
  readonly params: readonly RecordedParam[];
}

/** The statements of a request, in groups that were sent without waiting for answers within them. */
export type RecordedRequest = readonly (readonly RecordedStatement[])[];

const toParam = (value: unknown, variables: ReadonlyMap<string, Variable>): RecordedParam => {
  if (value === null || typeof value === 'boolean') return { value };
  if (value instanceof Date) return { value: value.toISOString() };
  if (Array.isArray(value)) return { list: value.map((one: unknown) => toParam(one, variables)) };
  const isBytes = value instanceof Uint8Array;
  if (!isBytes && typeof value !== 'string' && typeof value !== 'number')
    throw new Error(`parameters of type ${typeof value} cannot be recorded`);
  const text = isBytes ? Buffer.from(value).toString('hex') : String(value);
  const variable = variables.get(text);
  if (variable !== undefined) return { variable };
  if (isBytes) return { bytes: text };
  // A counter key ends with a hash of the client or account that it counts.
  if (/^(?:booking|login):(?:\w+:\d+:)?[\w-]+$/.test(text))
    return { variable: 'hit', prefix: text.replaceAll(':', '.') };
  return { value };
};

interface RecordedEndpoint {
  readonly request: Request;
  /** The values that vary between requests, derived from the response. */
  variables?(response: unknown): ReadonlyMap<string, Variable>;
}

/** Runs each request against the app and records the statements that it sends to the database. */
export const recordStatements = async <Name extends string>(
  databaseUrl: string,
  endpoints: Readonly<Record<Name, RecordedEndpoint>>,
): Promise<Record<Name, RecordedRequest>> => {
  const log = createLog('silent');
  const env = readEnv(testIdentity);
  const database = await openPostgres(databaseUrl, log);
  const store = await createTestStorage(testAuthSecret);
  const app = createApp({
    db: database.db,
    clock: database.clock,
    sms: noSms,
    mailer: noMailer,
    oauth: {},
    connections: createConnections(env, {
      db: database.db,
      clock: database.clock,
      log,
      authSecret: testAuthSecret,
      print: () => undefined,
    }).connections,
    erasures: { append: () => Promise.resolve() },
    storage: store.storage,
    log,
    authSecret: testAuthSecret,
    hooks,
    env: { ...env, trustProxy: 1 },
  });
  try {
    const recorded: Partial<Record<Name, RecordedRequest>> = {};
    for (const name of Object.keys(endpoints) as Name[]) {
      const { request, variables = () => new Map<string, Variable>() } = endpoints[name];
      let variableOf: ReadonlyMap<string, Variable> = new Map();
      const trips = await recordRoundTrips(async () => {
        const response = await app.request(request);
        if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
        variableOf = variables(await response.json());
      });
      recorded[name] = trips.map((statements) =>
        statements.map(({ text, params }) => ({
          text,
          params: params.map((value) => toParam(value, variableOf)),
        })),
      );
    }
    return recorded as Record<Name, RecordedRequest>;
  } finally {
    await database.close();
    await store.close();
  }
};
