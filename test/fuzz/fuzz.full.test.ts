import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import { photoMessages } from '#core/files/contract/photo-uploads.ts';
import { photos } from '#core/files/server/tables.ts';
import { insertPhotoRows } from '#test/factories/photos.ts';
import { readReservations } from '#test/factories/reservations.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import { startFuzzServer } from './fuzz-server.ts';
import { nonApiRequest } from './non-api-requests.ts';
import { endpointRequest, type RawRequest } from './raw-request.ts';
import {
  isPrototypePolluted,
  findLogViolations,
  findResponseViolations,
  type RawResponse,
} from './response-oracle.ts';
import { unstorableRequests } from './unstorable-values.ts';

// `FUZZ_REQUESTS=50000 FUZZ_SEED=7 npm test -- test/fuzz` sends more of them, or others.

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const PLACES = 5;
const ENOUGH = 20 * (allEndpoints.length + PLACES);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (process.env.TEST_FULL === undefined ? ENOUGH : 20_000));
const RUNS = Math.ceil(REQUESTS / (allEndpoints.length + PLACES));
const TEST_TIMEOUT_MS = 900_000;

const app = await createTestApp();
const server = await startFuzzServer(app);
await insertPhotoRows(app, 'FOOD', ['a', 'b', 'c']);
await app.db.update(photos).set({ placeholder: 'data:image/webp;base64,AA==' });

let requested = 0;
/** Counts the responses of each endpoint by status and code. */
const responseCounts = new Map<string, Map<string, number>>();

const outcomeOf = ({ status, body }: RawResponse): string => {
  if (status < 400) return String(status);
  const refusal = /"code":"(\w+)"/.exec(body)?.[1] ?? '';
  // Missing uploads are found in the database but reported as a field error.
  const isOfField = body.includes('"fields"') && !body.includes(photoMessages.expired);
  return `${status} ${refusal}${isOfField ? ' of a field' : ''}`;
};

const ask = async (door: string, request: RawRequest): Promise<void> => {
  const reply = await server.send(request);
  requested += 1;
  const responses = responseCounts.get(door) ?? new Map<string, number>();
  responseCounts.set(door, responses.set(outcomeOf(reply), (responses.get(outcomeOf(reply)) ?? 0) + 1));
  const log = server.takeLog();
  const faults = [
    ...findResponseViolations(request, reply),
    ...findLogViolations(log),
    ...(isPrototypePolluted() ? ['a name that every object has now'] : []),
  ];
  expect(faults, log.join('')).toEqual([]);
  // Continues as new users after a deleted account or logout.
  if (reply.status === 401 && request.role !== 'guest') await server.createNewUsers();
};

/** Finds columns with characters that visitors' text must not contain: S-061, S-068. */
const findControls = async ({ db }: TestApp): Promise<string[]> => {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'text'`);
  expect(rows.length).toBeGreaterThan(10);
  const found: string[] = [];
  for (const { table, column } of rows) {
    const has = sql`${sql.identifier(column)} ~ '[\\x01-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]'`;
    if ((await db.$count(sql`${sql.identifier(table)}`, has)) > 0) found.push(`${table}.${column}`);
  }
  return found;
};

/** Fails with the smallest failing request; returns the number of requests sent. */
const fuzz = async (door: string, requests: fc.Arbitrary<RawRequest>, runs: number): Promise<number> => {
  await server.createNewUsers();
  const before = requested;
  await fc.assert(
    fc.asyncProperty(requests, (request) => ask(door, request)),
    { seed: SEED, numRuns: runs },
  );
  return requested - before;
};

describe(`S-060 S-061 S-062 S-063 S-065 S-066 S-067 S-068 hostile requests (seed ${SEED})`, () => {
  it.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (door, endpoint) => expect(await fuzz(door, endpointRequest(endpoint), RUNS)).toBe(RUNS),
    TEST_TIMEOUT_MS,
  );

  it(
    'a text or number that no column can hold is refused in every field of every endpoint',
    async () => {
      let sent = 0;
      for (const endpoint of allEndpoints) {
        await server.createNewUsers();
        for (const request of unstorableRequests(endpoint, SEED)) {
          await ask(`${endpoint.method} ${endpoint.path}`, request);
          sent += 1;
        }
      }
      expect(sent).toBeGreaterThan(3 * allEndpoints.length);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'fuzzed requests to pages, files and unknown paths are handled',
    async () => expect(await fuzz('elsewhere', nonApiRequest, RUNS * PLACES)).toBe(RUNS * PLACES),
    TEST_TIMEOUT_MS,
  );

  it('fuzzed requests reached the handler of every endpoint', () => {
    const isBehind = (code: string): boolean =>
      /^[23]|^40[49]|^422|^400 (?!INVALID_JSON)\w+$|^401 UNAUTHENTICATED$/.test(code);
    const unreached = [...responseCounts].filter(([, responses]) => ![...responses.keys()].some(isBehind));
    expect(unreached.map(([door, results]) => [door, Object.fromEntries(results)])).toEqual([]);
    expect(requested).toBeGreaterThanOrEqual(REQUESTS);
  });

  it('after the fuzzed requests the server works and its database is consistent', async () => {
    const own = { role: 'member', method: 'GET', headers: {}, body: undefined } as const;
    await server.createNewUsers();
    for (const path of [
      '/healthz',
      '/',
      '/question',
      '/api/photo/home',
      '/api/member/profile',
      '/api/reservation/my',
    ])
      expect((await server.send({ ...own, path })).status, path).toBe(200);
    await readReservations(app);
    expect(await findControls(app)).toEqual([]);
  });
});
