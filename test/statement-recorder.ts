import pg from 'pg';

export interface SentStatement {
  /** Of a prepared statement. */
  readonly name: string | undefined;
  readonly text: string;
  readonly params: readonly unknown[];
}

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown> | undefined;

/**
 * Runs `work` and returns what it sent to PostgreSQL, in round trips: each is a list of statements that were sent before the answers to
 * all of the one before had come.
 */
export const recordRoundTrips = async (work: () => Promise<unknown>): Promise<SentStatement[][]> => {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
  const { query } = prototype;
  const trips: SentStatement[][] = [];
  let unanswered = 0;
  const answered = (): void => void (unanswered -= 1);
  prototype.query = function (...args) {
    const [config, values] = args as [string | pg.QueryConfig, unknown];
    const {
      name,
      text,
      values: configured = [],
    }: pg.QueryConfig = typeof config === 'string' ? { text: config } : config;
    if (unanswered === 0) trips.push([]);
    trips.at(-1)?.push({ name, text, params: Array.isArray(values) ? values : configured });
    unanswered += 1;
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const settle = (...answer: unknown[]): void => {
        answered();
        callback(...answer);
      };
      return query.apply(this, [...args.slice(0, -1), settle]);
    }
    const answer = query.apply(this, args);
    void answer?.then(answered, answered);
    return answer;
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return trips;
};
