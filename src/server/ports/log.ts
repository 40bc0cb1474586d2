import { pino, stdSerializers } from 'pino';
import type { DestinationStream } from 'pino';

export type Log = Pick<ReturnType<typeof pino>, 'info' | 'warn' | 'error' | 'debug'>;

// SQLSTATE class 22, such as `invalid input syntax for type uuid: "…"`.
const DATA_EXCEPTION = /^22/;

/**
 * What of an error is logged. A failed query carries its parameters, which may be anyone's name or phone number: of it, only the
 * text of the query is logged, and of the database's own error SQLSTATE, message and constraint. Data exceptions quote the value
 * in their message, so they are logged without.
 */
export const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  // Drizzle's error has no code; PGlite's own has one, and parameters as well.
  if ('query' in error && 'params' in error && code === undefined)
    return { type: 'QueryError', query: error.query, cause: serializeError(error.cause) };
  const { type, message, stack } = stdSerializers.err(error);
  const constraint = 'constraint' in error ? error.constraint : undefined;
  return DATA_EXCEPTION.test(String(code)) ? { type, code } : { type, message, stack, code, constraint };
};

// Nobody logs these on purpose. Should one slip into a line, its value stays out.
const personalDataKeys = ['phone', 'phoneNumber', 'name', 'password', 'keyword', 'text', 'to', 'token'];
const redact = {
  paths: [
    ...personalDataKeys,
    'code',
    'accessToken',
    'refreshToken',
    ...personalDataKeys.map((key) => `*.${key}`),
  ],
  censor: '…',
};

const MAX_BUFFERED_BYTES = 1_048_576;

/** A disk that is full costs lines, not the server: what cannot be written is kept for a while, and then dropped. */
export const openLogFile = (target: number | string): DestinationStream => {
  const dest = pino.destination({ dest: target, sync: true, maxLength: MAX_BUFFERED_BYTES });
  dest.on('error', () => undefined);
  return dest;
};

/** JSON lines on standard error, so that standard output stays for the person who starts the server. */
export const createLog = (level: string, destination: DestinationStream = openLogFile(2)): Log =>
  pino({ level, base: null, serializers: { err: serializeError }, redact }, destination);
