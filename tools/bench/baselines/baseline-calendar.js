// Baseline for `npm run bench -- calendar`: a bare node:http server that runs the calendar's queries through pg. Started by
// tools/bench/calendar.ts with the database URL as argument; prints its port.
import { createServer } from 'node:http';
import pg from 'pg';

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });

const MONTH = `
select date, slot, kind, held_by, held_until from slot_claims
where date between $1::date and $1::date + interval '1 month' - interval '1 day'`;
const SLOTS = ['09-10', '12-13', '15-16', '18-19', '21-22'];
const LIST = `
select r.*, coalesce(r.guest_name, (select name from members where id = r.member_id)) as member_name
from reservations r order by date desc, slot desc, id desc limit 501`;

const readMonth = async (month) => {
  const { rows } = await pool.query({ name: 'month', text: MONTH, values: [`${month}-01`] });
  const taken = new Set(rows.map(({ date, slot }) => `${date} ${slot}`));
  const days = new Set(rows.map(({ date }) => date));
  return [...days].map((date) => ({
    date,
    slots: SLOTS.map((time) => ({ time, state: taken.has(`${date} ${time}`) ? 'TAKEN' : 'FREE' })),
  }));
};

const readList = async () => (await pool.query({ name: 'list', text: LIST })).rows;

const handle = async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const value = pathname === '/month' ? await readMonth(searchParams.get('month')) : await readList();
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
};

const server = createServer((request, response) => void handle(request, response));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
