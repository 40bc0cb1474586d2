import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { createApp } from '#server/app.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/ports/log.ts';
import { noMailer, noSms } from '#server/ports/no-messages.ts';
import { systemClock } from '#server/ports/clock.ts';
import { createTestStorage } from '#test/test-storage.ts';
import { testIdentity, testAuthSecret } from '#test/factories/signed-in-users.ts';

/**
 * Parameters whose value differs between bookings and between logins. `window` is the time range of the slot, `hit` the key of a rate or failure
 * counter,
 * `reservation` the id that the insert returned.
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

interface LoggedQuery {
  readonly text: string;
  readonly params: readonly unknown[];
}

const toParam = (value: unknown, variables: ReadonlyMap<string, Variable>): RecordedParam => {
  if (value instanceof Date) return { value: value.toISOString() };
  if (Array.isArray(value)) return { list: value.map((one: unknown) => toParam(one, variables)) };
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value).toString('hex');
    const variable = variables.get(bytes);
    return variable === undefined ? { bytes } : { variable };
  }
  if (typeof value === 'string') {
    const variable = variables.get(value);
    if (variable !== undefined) return { variable };
    // A counter key ends with a hash of the client or account that it counts.
    if (/^(?:booking|login):(?:\w+:\d+:)?[\w-]+$/.test(value))
      return { variable: 'hit', prefix: value.replaceAll(':', '.') };
    return { value };
  }
  if (typeof value === 'number') {
    const variable = variables.get(String(value));
    return variable === undefined ? { value } : { variable };
  }
  if (value === null || typeof value === 'boolean') return { value };
  throw new Error(`parameters of type ${typeof value} cannot be recorded`);
};

interface RecordedEndpoint {
  readonly request: Request;
  /** The values that vary between requests, derived from the response. */
  variables?(response: unknown): ReadonlyMap<string, Variable>;
}

/** Runs each request against the app and records the statements that it sends to the database, in order. */
export const recordStatements = async <Name extends string>(
  databaseUrl: string,
  endpoints: Readonly<Record<Name, RecordedEndpoint>>,
): Promise<Record<Name, RecordedStatement[]>> => {
  const client = new pg.Pool({ connectionString: databaseUrl, options: '-c timezone=UTC' });
  const store = await createTestStorage(testAuthSecret);
  const queries: LoggedQuery[] = [];
  const logger = { logQuery: (text: string, params: unknown[]) => void queries.push({ text, params }) };
  const app = createApp({
    db: drizzle({ client, logger }),
    clock: systemClock,
    sms: noSms,
    mailer: noMailer,
    oauth: {},
    erasures: { append: () => Promise.resolve() },
    storage: store.storage,
    log: createLog('silent'),
    authSecret: testAuthSecret,
    settings: { ...readEnv(testIdentity), trustProxy: 1 },
  });
  try {
    const recorded: Partial<Record<Name, RecordedStatement[]>> = {};
    for (const name of Object.keys(endpoints) as Name[]) {
      const { request, variables = () => new Map<string, Variable>() } = endpoints[name];
      queries.length = 0;
      const response = await app.request(request);
      if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
      const variableOf = variables(await response.json());
      recorded[name] = queries.map(({ text, params }) => ({
        text,
        params: params.map((value) => toParam(value, variableOf)),
      }));
    }
    return recorded as Record<Name, RecordedStatement[]>;
  } finally {
    await client.end();
    await store.close();
  }
};
