import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterAll } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { createConnections } from '#app/server/connections/create-connections.ts';
import { hooks, sections } from '#app/server/features.ts';
import { seedSections } from '#core/content/server/seed-sections.ts';
import type { ErrorBody } from '#platform/contract/errors.ts';
import type { Database, Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { readEnv } from '#platform/server/env.ts';
import type { Mail } from '#platform/server/ports/mail/mailer.ts';
import { noSms } from '#platform/server/ports/no-messages.ts';
import type { OauthProviders } from '#platform/server/ports/oauth/oauth-provider.ts';
import type { SmsMessage, SmsOutcome } from '#platform/server/ports/sms/sms.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestStorage } from './test-storage.ts';

/** A clock that only moves when a test moves it. */
export interface TestClock {
  now(): Date;
  set(moment: Date | string): void;
  advance(milliseconds: number): void;
}

const createTestClock = (start: string): TestClock => {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    set: (moment) => void (time = new Date(moment).getTime()),
    advance: (milliseconds) => void (time += milliseconds),
  };
};

interface RequestOptions {
  readonly token?: string;
  readonly ip?: string;
  readonly headers?: Record<string, string>;
}

export interface TestApp {
  readonly hono: Hono;
  readonly deps: Deps;
  readonly db: Db;
  readonly listenForChanges: Database['listenForChanges'];
  readonly clock: TestClock;
  /** All SMS sent so far. `smsOutcome` sets the outcome of following sends. */
  readonly sent: SmsMessage[];
  readonly mails: Mail[];
  setSmsOutcome(outcome: SmsOutcome): void;
  /** The code in the newest SMS to this phone number. */
  sentCode(phone: string): string;
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Response>;
  get(path: string, options?: RequestOptions): Promise<Response>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Response>;
  put(path: string, body?: unknown, options?: RequestOptions): Promise<Response>;
  delete(path: string, body?: unknown, options?: RequestOptions): Promise<Response>;
}

interface TestAppOptions {
  /** Whether rate limits apply; off by default. */
  readonly rateLimits?: boolean;
  readonly now?: string;
  /** Login providers; none by default. */
  readonly oauth?: OauthProviders;
}

type TestClient = Pick<TestApp, 'hono' | 'request' | 'get' | 'post' | 'put' | 'delete'>;

const createTestClient = (hono: Hono): TestClient => {
  const request: TestApp['request'] = async (method, path, body, options = {}) => {
    const headers = new Headers(options.headers);
    if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
    if (body !== undefined) headers.set('content-type', 'application/json');
    const init: RequestInit = {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const bindings = { incoming: { socket: { remoteAddress: options.ip ?? '203.0.113.1' } } };
    return hono.request(path, init, bindings);
  };
  return {
    hono,
    request,
    get: (path, options) => request('GET', path, undefined, options),
    post: (path, body, options) => request('POST', path, body, options),
    put: (path, body, options) => request('PUT', path, body, options),
    delete: (path, body, options) => request('DELETE', path, body, options),
  };
};

/** Another server on the same database and storage, with dependencies overridden by `changes`. Closed with the first. */
export const createSecondServer = (app: TestApp, changes: Partial<Deps> = {}): TestApp => {
  const deps = { ...app.deps, ...changes };
  return { ...app, ...createTestClient(createApp(deps)), deps, db: deps.db };
};

const silent = () => undefined;

/** Creates the app with an empty database, and a client. The clock starts at 21 November 2026, 10:00 in Seoul. */
export const createTestApp = async ({
  rateLimits = false,
  now = '2026-11-21T01:00:00Z',
  oauth = {},
}: TestAppOptions = {}): Promise<TestApp> => {
  const database = await createTestDatabase();
  const clock = createTestClock(now);
  const sent: SmsMessage[] = [];
  const mails: Mail[] = [];
  let outcome: SmsOutcome = 'accepted';
  const env = readEnv({
    BACKUP_DIR: 'off',
    DATA_DIR: join(tmpdir(), 'sajingwan-no-data-folder'),
    PUBLIC_URL: 'http://localhost:3000',
    ALERT_PHONE: '010-0000-0000',
  });
  const { publicUrl, trustProxy, services, initial } = env;
  await seedSections(database.db, { initial, services }, clock.now(), sections);
  const authSecret = randomBytes(32);
  const log = { info: silent, warn: silent, error: silent, debug: silent };
  const store = await createTestStorage(authSecret, clock);
  const deps: Deps = {
    db: database.db,
    clock,
    sms: {
      ...noSms,
      send: ({ reference: _, ...message }) => {
        if (outcome === 'accepted') sent.push(message);
        return Promise.resolve({ outcome, channel: message.alimtalk === undefined ? 'SMS' : 'ALIMTALK' });
      },
    },
    mailer: {
      send: (mail) => {
        mails.push(mail);
        return Promise.resolve({ outcome: 'accepted' });
      },
    },
    oauth,
    connections: createConnections(env, { db: database.db, authSecret, clock, log, print: silent })
      .connections,
    storage: store.storage,
    erasures: { append: () => Promise.resolve() },
    log,
    authSecret,
    hooks,
    env: {
      backup: undefined,
      dataDir: env.dataDir,
      databaseUrl: undefined,
      publicUrl,
      rateLimits,
      services,
      storage: { kind: 'disk' },
      trustProxy,
      xAccelPrefix: undefined,
    },
  };
  afterAll(async () => {
    await database.close();
    await store.close();
  });

  return {
    ...createTestClient(createApp(deps)),
    deps,
    db: database.db,
    listenForChanges: database.listenForChanges,
    clock,
    sent,
    mails,
    setSmsOutcome: (next) => void (outcome = next),
    sentCode: (phone) => {
      const message = sent.findLast(({ to }) => to === phone);
      const code = /(?<!\d)\d{6}(?!\d)/.exec(message?.text ?? '')?.[0];
      if (code === undefined) throw new Error(`no code was sent to ${phone}`);
      return code;
    },
  };
};

/** Status and error code of an error response. */
export const readError = async (
  response: Response,
): Promise<{ status: number; code: string; message: string }> => {
  const { code, message } = (await response.json()) as ErrorBody;
  return { status: response.status, code, message };
};
