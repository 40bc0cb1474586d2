// Preloaded into a server: kills it by SIGKILL before the DIE_AT-th statement, counted from the first one that contains
// DIE_AFTER. Patches the drivers of both databases.
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const { DIE_AFTER = '', DIE_AT = '0' } = process.env;
const crashAt = Number(DIE_AT);
const PARSE = 0x50;
const QUERY = 0x51;
let [count, countedConnection] = [0, null];

// Counts the statements of one connection, because background jobs use others at the same time.
const countStatement = (connection, text) => {
  if (countedConnection === null && text.includes(DIE_AFTER)) countedConnection = connection;
  if (countedConnection !== connection) return;
  count += 1;
  if (count === crashAt) process.kill(process.pid, 'SIGKILL');
};

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function queryOrCrash(config, ...others) {
  countStatement(this, typeof config === 'string' ? config : config.text);
  return Reflect.apply(query, this, [config, ...others]);
};

// PGlite sends a statement's text in the Parse or Query message.
for (const name of ['execProtocolRaw', 'execProtocolRawStream']) {
  const run = PGlite.prototype[name];
  PGlite.prototype[name] = function runOrCrash(message, ...others) {
    if (message[0] === PARSE || message[0] === QUERY) countStatement(this, Buffer.from(message).toString());
    return Reflect.apply(run, this, [message, ...others]);
  };
}
