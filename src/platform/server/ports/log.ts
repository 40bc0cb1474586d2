import { pino, stdSerializers, type DestinationStream } from 'pino';

export type Log = Pick<ReturnType<typeof pino>, 'info' | 'warn' | 'error' | 'debug'>;

// SQLSTATE class 22, such as `invalid input syntax for type uuid: "…"`.
const DATA_EXCEPTION = /^22/;

/**
 * Selects what is logged of an error. The parameters of a failed query may be names or phone numbers, so only its text and its cause are
 * logged. Data exceptions may quote the value in their message, so message and stack are omitted.
 */
export const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  // A Drizzle error has no code; a PGlite error has a code and parameters.
  if ('query' in error && 'params' in error && code === undefined)
    return { type: 'QueryError', query: error.query, cause: serializeError(error.cause) };
  const { type, message, stack } = stdSerializers.err(error);
  const constraint = 'constraint' in error ? error.constraint : undefined;
  return DATA_EXCEPTION.test(String(code)) ? { type, code } : { type, message, stack, code, constraint };
};

// Redacted at the top of a log line and one level below it.
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

/** A full disk must not end the server: lines that cannot be written are buffered, and dropped while the buffer is full. */
export const openLogFile = (target: number | string): DestinationStream => {
  const dest = pino.destination({ dest: target, sync: true, maxLength: MAX_BUFFERED_BYTES });
  dest.on('error', () => undefined);
  return dest;
};

/** Logs JSON lines, by default to standard error; standard output is for the person who starts the server. */
export const createLog = (level: string, destination: DestinationStream = openLogFile(2)): Log =>
  pino({ level, base: null, serializers: { err: serializeError }, redact }, destination);
