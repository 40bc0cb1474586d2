// Preloaded into a server: kills it by SIGKILL before the DIE_AT-th statement, counted from the first one that contains
// DIE_AFTER. Patches the drivers of both databases.
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const { DIE_AFTER = '', DIE_AT = '0' } = process.env;
const last = Number(DIE_AT);
const PARSE = 0x50;
const QUERY = 0x51;
let [count, whose] = [0, null];

// Counts the statements of one connection, because background jobs use others at the same time.
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

// PGlite sends a statement's text in the Parse or Query message.
for (const name of ['execProtocolRaw', 'execProtocolRawStream']) {
  const run = PGlite.prototype[name];
  PGlite.prototype[name] = function runOrDie(message, ...others) {
    if (message[0] === PARSE || message[0] === QUERY) see(this, Buffer.from(message).toString());
    return Reflect.apply(run, this, [message, ...others]);
  };
}
