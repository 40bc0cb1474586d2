import { types } from '@electric-sql/pglite';
import type { PGlite, QueryOptions, Results } from '@electric-sql/pglite';

type Query = <Row>(text: string, params?: unknown[], options?: QueryOptions) => Promise<Results<Row>>;

const asItCame = (value: string): string => value;
const AS_TEXT = [types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL];

/**
 * The query builder reads moments and dates itself, and says so with each statement; for each the embedded database copied its table
 * of how some hundred types are read, a tenth of a booking. Here it is told once, and those who say it again are not heard.
 */
export const readAsText = (client: PGlite): void => {
  for (const type of AS_TEXT) client.parsers[type] = asItCame;
  const without =
    (query: Query): Query =>
    (text, params, options) =>
      query(text, params, options?.rowMode === undefined ? undefined : { rowMode: options.rowMode });
  client.query = without(client.query.bind(client));
  const transaction = client.transaction.bind(client);
  client.transaction = (work) => transaction((tx) => work(Object.assign(tx, { query: without(tx.query) })));
};
