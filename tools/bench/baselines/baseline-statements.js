// Baseline for `npm run bench -- speed`: a bare node:http server that sends the statements recorded from the site to the
// database driver. Started by tools/bench/speed.ts with the database kind, its URL or folder, and a JSON file of the
// statements as arguments; prints its port.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { runnerImport } from 'vite';

const [kind, location, file] = process.argv.slice(2);
const { statements: recorded, firstDate, logins, hash } = JSON.parse(readFileSync(file, 'utf8'));

const SLOTS = ['09-10', '12-13', '15-16', '18-19', '21-22'];
const padded = (n) => String(n).padStart(12, '0');
const windowOf = (date, slot) => `[${date} ${slot.slice(0, 2)}:00,${date} ${slot.slice(3)}:00)`;
const dateAfter = (days) => new Date(Date.parse(firstDate) + days * 86_400_000).toISOString().slice(0, 10);
// Must match the ids and values in seeds/seed-logins.ts and baselines/pgbench.ts.
const variables = {
  member: (n) => `00000000-0000-4000-8000-${padded(n)}`,
  session: (n) => `00000000-0000-4000-9000-${padded(n)}`,
  date: (n) => dateAfter(Math.floor(n / 5)),
  slot: (n) => SLOTS[n % 5],
  window: (n) => windowOf(dateAfter(Math.floor(n / 5)), SLOTS[n % 5]),
  code: (n) => `BARES-${padded(n).slice(-5)}`,
  key: (n) => `bare-${n}`,
  hit: (n, prefix) => `${prefix}.bare.${n}`,
  loginId: (n) => `storm.${n % logins}`,
  loginMember: (n) => `00000000-0000-4000-a000-${padded(n % logins)}`,
  // Used by the statements that insert the session and by those that insert its refresh token.
  newSession: (n) => `00000000-0000-4000-b000-${padded(n)}`,
  newToken: () => randomBytes(32),
};
const valueOf = ({ value, bytes, list, variable, prefix }, n, lastId) => {
  if (list !== undefined) return list.map((one) => valueOf(one, n, lastId));
  if (variable === 'reservation') return lastId;
  if (variable !== undefined) return variables[variable](n, prefix);
  return bytes === undefined ? value : Buffer.from(bytes, 'hex');
};

/** Sends one group after the other and returns the rows of the last statement. `query` takes a statement and its values. */
const sendAll = async (query, groups, n) => {
  let [rows, lastId] = [[], null];
  for (const group of groups) {
    const answers = group.map((statement) =>
      query(
        statement,
        statement.params.map((param) => valueOf(param, n, lastId)),
      ),
    );
    for (const answer of await Promise.all(answers)) {
      rows = answer.rows;
      lastId = rows[0]?.id ?? lastId;
    }
  }
  return rows;
};

const has = (sought) => (group) => group.some(({ text }) => text === sought);

const openPostgres = () => {
  const pool = new pg.Pool({
    connectionString: location,
    max: 10,
    pipeline: true,
    options: '-c timezone=UTC',
  });
  const on =
    (client) =>
    ({ name, text }, values) =>
      client.query({ name, text, values });
  return async (groups, n) => {
    if (groups.length === 1 && groups[0].length === 1) return sendAll(on(pool), groups, n);
    const client = await pool.connect();
    try {
      return await sendAll(on(client), groups, n);
    } finally {
      client.release();
    }
  };
};

const openEmbedded = async () => {
  const { module } = await runnerImport('./src/platform/server/db/pglite/open-pglite-dir.ts');
  const client = await module.openPgliteDir(location);
  const on =
    (connection) =>
    ({ text }, values) =>
      connection.query(text, values);
  return async (groups, n) => {
    const begin = groups.findIndex(has('begin'));
    if (begin === -1) return sendAll(on(client), groups, n);
    const end = groups.findIndex(has('commit'));
    const inside = groups
      .slice(begin, end + 1)
      .map((group) => group.filter(({ text }) => text !== 'begin' && text !== 'commit'));
    await sendAll(on(client), groups.slice(0, begin), n);
    await client.transaction((tx) => sendAll(on(tx), inside, n));
    return sendAll(on(client), groups.slice(end + 1), n);
  };
};

const run = kind === 'postgres' ? openPostgres() : await openEmbedded();
for (const [endpoint, groups] of Object.entries(recorded))
  for (const [index, statement] of groups.flat().entries()) statement.name = `${endpoint}${index}`;

/** Runs the statements before the password check, the check itself, and the transaction that creates the session. */
const logIn = async (n) => {
  const begin = recorded.login.findIndex(has('begin'));
  await run(recorded.login.slice(0, begin), n);
  if (!(await verify(hash.stored, hash.password))) throw new Error('the password is wrong');
  return run(recorded.login.slice(begin), n);
};

const handle = async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const n = Number(searchParams.get('n') ?? 0);
  const rows = await (pathname === '/login' ? logIn(n) : run(recorded[pathname.slice(1)], n));
  response.setHeader('content-type', 'application/json').end(JSON.stringify(rows));
};

const server = createServer((request, response) => {
  handle(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
