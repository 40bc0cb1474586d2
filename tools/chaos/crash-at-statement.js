// Loaded into a server before its own code: it dies by SIGKILL before the n-th statement that follows the first one that
// holds what it is told. Counts for both databases, below everything of ours.
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const { DIE_AFTER = '', DIE_AT = '0' } = process.env;
const last = Number(DIE_AT);
const PARSE = 0x50;
const QUERY = 0x51;
let [count, whose] = [0, null];

// Of one connection: jobs of the server ask over others at the same time.
const see = (connection, text) => {
  if (whose === null && text.includes(DIE_AFTER)) whose = connection;
  if (whose !== connection) return;
  count += 1;
  if (count === last) process.kill(process.pid, 'SIGKILL');
};

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function queryOrDie(config, ...others) {
  see(this, typeof config === 'string' ? config : config.text);
  return Reflect.apply(query, this, [config, ...others]);
};

// A statement's text travels in the message that has it parsed.
for (const name of ['execProtocolRaw', 'execProtocolRawStream']) {
  const run = PGlite.prototype[name];
  PGlite.prototype[name] = function runOrDie(message, ...others) {
    if (message[0] === PARSE || message[0] === QUERY) see(this, Buffer.from(message).toString());
    return Reflect.apply(run, this, [message, ...others]);
  };
}
