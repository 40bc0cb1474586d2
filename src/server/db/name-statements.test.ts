import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nameStatements } from './name-statements.ts';
import { placeTemplate } from './place-template.ts';
import { buildTemplate } from './template.ts';

const KEPT = 'select $1::int + 1 as sum, $2::text as word';
const INSERT = 'insert into numbers (id) values ($1) returning id';

const folder = await mkdtemp(join(tmpdir(), 'sajingwan-names-'));
await buildTemplate(join(folder, 'template'));
await placeTemplate(join(folder, 'template'), join(folder, 'db'));
const client = await PGlite.create(join(folder, 'db'));
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true, force: true });
});

const listNames = async (): Promise<string[]> => {
  const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement).filter((text) => !text.includes('pg_prepared_statements'));
};
const add = async (number: number, word: string | null) => (await client.query(KEPT, [number, word])).rows;

beforeAll(async () => {
  await client.exec('create table numbers (id int primary key)');
  nameStatements(client, (text) => text === KEPT || text === INSERT);
});

it('keeps what it is to keep, once, and answers the same as before', async () => {
  expect(await add(1, '예약')).toEqual([{ sum: 2, word: '예약' }]);
  expect(await add(2, null)).toEqual([{ sum: 3, word: null }]);
  expect((await client.query('select $1::text as word', ['x'])).rows).toEqual([{ word: 'x' }]);
  expect(await listNames()).toEqual([KEPT]);
});

it('keeps it through a transaction that fails, and a statement that does', async () => {
  await expect(client.query(INSERT, ['no number'])).rejects.toMatchObject({ code: '22P02' });
  await expect(
    client.transaction(async (tx) => {
      await tx.query(INSERT, [1]);
      await tx.query(INSERT, [1]);
    }),
  ).rejects.toMatchObject({ code: '23505' });
  expect((await client.query(INSERT, [1])).rows).toEqual([{ id: 1 }]);
  expect(await listNames()).toEqual([KEPT, INSERT]);
});

it('mixes nothing up when many ask at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? add(index, `${index}`) : client.query('select $1::int as own', [index]),
    ),
  );
  expect(answers[10]).toEqual([{ sum: 11, word: '10' }]);
  expect(answers[11]).toMatchObject({ rows: [{ own: 11 }] });
});

it('plans it anew when a table it is about has changed', async () => {
  await client.exec('alter table numbers add column note text not null default $$x$$');
  expect((await client.query(INSERT, [2])).rows).toEqual([{ id: 2 }]);
});

it('tells it again after the database was made to forget', async () => {
  await client.exec('discard all');
  expect(await add(4, 'x')).toEqual([{ sum: 5, word: 'x' }]);
  expect(await listNames()).toEqual([KEPT]);
});
