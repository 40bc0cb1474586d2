import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import { introspectSchema } from '#app/server/operations/backup/introspect-schema.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertQuestion, postAnswer } from '#test/factories/questions.ts';
import { insertReservation, insertHold } from '#test/factories/reservations.ts';
import { createTestApp } from './test-app.ts';

const app = await createTestApp();
const [member, admin] = [await insertMember(app), await insertAdmin(app)];
const reservation = await insertReservation(app, member);
await insertHold(app, member, { date: '2026-11-25', time: '12-13' });
const question = await insertQuestion(app, member);
await postAnswer(app, admin, question.id);

// The access log of personal data, which is required by law, is the only side effect of reads.
const WRITTEN_BY_READING = 'public.admin_access_log';

/** Computes a checksum per table. */
const readState = async (): Promise<Record<string, unknown>> => {
  const tables = await introspectSchema(app.db);
  const sums = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await app.db.execute<{ sum: string }>(
        sql.raw(
          `select count(*) || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${name} t`,
        ),
      );
      return [name, rows[0]?.sum] as const;
    }),
  );
  return Object.fromEntries(sums.filter(([name]) => name !== WRITTEN_BY_READING));
};

const idFor = (path: string): string => String(path.includes('/question') ? question.id : reservation.id);
const QUERY: Readonly<Record<string, string>> = {
  date: '2026-11-24',
  month: '2026-11',
  from: '2026-11-01',
  to: '2026-11-30',
  loginId: 'somebody',
  phoneNumber: '01012345678',
  keyword: '가격',
  name: '김사진',
  reservationCode: reservation.reservationCode,
  category: 'WEDDING',
};

const addressOf = ({ path }: Endpoint): string =>
  `${path
    .replace('{category}', 'WEDDING')
    .replace('{date}', '2026-11-24')
    .replace(/\{\w+\}/, idFor(path))}?${new URLSearchParams(QUERY).toString()}`;

const reads = allEndpoints.filter(({ method }) => method === 'GET');

it('S-094 GET requests to every endpoint change nothing', async () => {
  const before = await readState();
  const answered = new Set<string>();
  for (const endpoint of [...reads, ...reads])
    for (const token of [undefined, member.accessToken, admin.accessToken])
      for (const method of ['GET', 'HEAD']) {
        const options = token === undefined ? {} : { token };
        const { status } = await app.request(method, addressOf(endpoint), undefined, options);
        expect(status, `${method} ${endpoint.path}`).toBeLessThan(500);
        if (status === 200) answered.add(endpoint.path);
      }
  expect(await readState()).toEqual(before);
  // Ensures that most requests succeeded.
  expect(answered.size).toBeGreaterThan(reads.length * 0.8);
});

it('S-094 a changed table is detected', async () => {
  const before = await readState();
  await insertQuestion(app, member);
  expect(await readState()).not.toEqual(before);
});
