// What the machine can do at best: node:http, the database's driver as it comes and the statements that the server was seen to
// send, with nothing around them. Asked for by bench/speed.ts with the kind of database, its address or folder, and a file of the
// statements; says its port.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { runnerImport } from 'vite';

const [kind, place, file] = process.argv.slice(2);
const { doors, firstDate, logins, hash } = JSON.parse(readFileSync(file, 'utf8'));

const SLOTS = ['09-10', '12-13', '15-16', '18-19', '21-22'];
const padded = (n) => String(n).padStart(12, '0');
const dateAfter = (days) => new Date(Date.parse(firstDate) + days * 86_400_000).toISOString().slice(0, 10);
// As harness/numbered.ts, harness/logins.ts and harness/run-pgbench.ts have them.
const variables = {
  member: (n) => `00000000-0000-4000-8000-${padded(n)}`,
  session: (n) => `00000000-0000-4000-9000-${padded(n)}`,
  date: (n) => dateAfter(Math.floor(n / 5)),
  slot: (n) => SLOTS[n % 5],
  code: (n) => `BARES-${padded(n).slice(-5)}`,
  key: (n) => `bare-${n}`,
  hit: (n, prefix) => `${prefix}.bare.${n}`,
  loginId: (n) => `storm.${n % logins}`,
  loginMember: (n) => `00000000-0000-4000-a000-${padded(n % logins)}`,
  newSession: () => randomUUID(),
  newToken: () => randomBytes(32),
};
const valueOf = ({ value, bytes, list, variable, prefix }, n) => {
  if (list !== undefined) return list.map((one) => valueOf(one, n));
  if (variable !== undefined) return variables[variable](n, prefix);
  return bytes === undefined ? value : Buffer.from(bytes, 'hex');
};
const valuesOf = (params, n) => params.map((param) => valueOf(param, n));

const openPostgres = () => {
  const pool = new pg.Pool({ connectionString: place, max: 10, options: '-c timezone=UTC' });
  const send = (on, { name, text, params }, n) => on.query({ name, text, values: valuesOf(params, n) });
  return async (statements, n) => {
    let rows = [];
    if (statements.length === 1) return (await send(pool, statements[0], n)).rows;
    const client = await pool.connect();
    for (const statement of statements) rows = (await send(client, statement, n)).rows;
    client.release();
    return rows;
  };
};

const openEmbedded = async () => {
  const { module } = await runnerImport('./src/server/db/open-folder.ts');
  const client = await module.openFolder(place);
  const sendAll = async (on, statements, n) => {
    let rows = [];
    for (const { text, params } of statements) rows = (await on.query(text, valuesOf(params, n))).rows;
    return rows;
  };
  return async (statements, n) => {
    const begin = statements.findIndex(({ text }) => text === 'begin');
    if (begin === -1) return sendAll(client, statements, n);
    const end = statements.findIndex(({ text }) => text === 'commit');
    await sendAll(client, statements.slice(0, begin), n);
    await client.transaction((tx) => sendAll(tx, statements.slice(begin + 1, end), n));
    return sendAll(client, statements.slice(end + 1), n);
  };
};

const run = kind === 'postgres' ? openPostgres() : await openEmbedded();
for (const [door, statements] of Object.entries(doors))
  for (const [index, statement] of statements.entries()) statement.name = `${door}${index}`;

/** What comes before the password is checked, the check, and what comes after. */
const logIn = async (n) => {
  await run(doors.login.slice(0, -1), n);
  if (!(await verify(hash.stored, hash.password))) throw new Error('the password is wrong');
  return run(doors.login.slice(-1), n);
};

const answer = async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const n = Number(searchParams.get('n') ?? 0);
  const rows = await (pathname === '/login' ? logIn(n) : run(doors[pathname.slice(1)], n));
  response.setHeader('content-type', 'application/json').end(JSON.stringify(rows));
};

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
