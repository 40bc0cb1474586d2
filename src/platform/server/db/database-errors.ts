import { appError, type ErrorCode } from '../../contract/errors.ts';

// SQLSTATEs and system codes, among them connection failure (class 08), insufficient resources (53), server shutdown (57P0x),
// statement timeout (57014), lock timeout (55P03) and idle transaction timeout (25P03).
const UNAVAILABLE = /^(08...|53...|57P0.|57014|55P03|25P0.|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE)$/;
const LOST_CONNECTION = /timeout exceeded when trying to connect|Connection terminated|Query read timeout/;

/**
 * Finds the first error with a code in an error and its causes, in a form common to both drivers; null when there is none. The
 * code is an SQLSTATE, or another one, such as ECONNREFUSED.
 */
export const findDatabaseError = (error: unknown) => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') {
      const constraint =
        'constraint' in current && typeof current.constraint === 'string' ? current.constraint : undefined;
      return { code: current.code, constraint };
    }
  }
  return null;
};

/** Waits for the work. Throws an error with this code when the work violates the constraint. */
export const refuseViolation = async <T>(
  constraint: string,
  code: ErrorCode,
  work: Promise<T>,
): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw findDatabaseError(error)?.constraint === constraint ? appError(code) : error;
  }
};

/**
 * Whether an error message of the driver says that it lost the connection, got none or got no answer in time. The database may
 * still execute the statement.
 */
export const hasLostConnection = (error: unknown): boolean => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (LOST_CONNECTION.test(current.message)) return true;
  }
  return false;
};

/** Whether the code or message of the error says that a service, usually the database, was unavailable. A later retry may succeed. */
export const isUnavailable = (error: unknown): boolean => {
  const found = findDatabaseError(error);
  return found === null ? hasLostConnection(error) : UNAVAILABLE.test(found.code);
};
