/** The error of a failed statement, common to both drivers. */
export interface DatabaseError {
  /** SQLSTATE, or the driver's code when there is no connection. */
  readonly code: string;
  readonly constraint: string | undefined;
}

// Connection failures (class 08), too many connections, shutdown, disk full, and statement timeouts.
const UNAVAILABLE = /^(08...|53...|57P0.|57014|55P03|25P0.|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE)$/;
const LOST_CONNECTION = /timeout exceeded when trying to connect|Connection terminated|Query read timeout/;

const MAX_CAUSES = 5;

/** Finds the database's error, which the query builder wraps as `cause`; null when there is none. */
export const findDatabaseError = (error: unknown): DatabaseError | null => {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') {
      const constraint =
        'constraint' in current && typeof current.constraint === 'string' ? current.constraint : undefined;
      return { code: current.code, constraint };
    }
    current = current.cause;
  }
  return null;
};

/** Whether the connection was lost or never established; the statement may still be executed. */
export const hasLostConnection = (error: unknown): boolean => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (LOST_CONNECTION.test(current.message)) return true;
  }
  return false;
};

/** Whether the database is unreachable or full, so that a later retry can succeed. */
export const isUnavailable = (error: unknown): boolean => {
  const found = findDatabaseError(error);
  return found === null ? hasLostConnection(error) : UNAVAILABLE.test(found.code);
};
