import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errors } from '#contract/errors.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';

type Headers = Readonly<Record<string, string>>;

// Of what Node says of a request that it could not read; anything else is a request in a wrong form.
const ERROR_CODES_BY_NODE_CODE: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
// Cut off with bytes unread, a connection would take the answer with it: so long may its other end take to read and to go.
const SOCKET_CLOSE_GRACE_MS = 1_000;

const buildError = (code: ErrorCode, headers: Headers) => {
  const { status, message } = errors[code];
  const body: ErrorBody = { message, code };
  const text = JSON.stringify(body);
  const lines = {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  return { status, lines, text };
};

/** The same refusal for where a `Response` is wanted. */
export const createErrorResponse = (code: ErrorCode, headers: Headers): Response => {
  const { status, lines, text } = buildError(code, headers);
  return new Response(text, { status, headers: lines });
};

/** Refuses a request that never comes to the app; no other comes after it. */
export const sendErrorResponse = (response: ServerResponse, code: ErrorCode, headers: Headers): void => {
  const { status, lines, text } = buildError(code, headers);
  response.writeHead(status, lines).end(text);
};

/**
 * For Node's `clientError`: what comes on a socket is no request, or did not come in time. `isAnswering` says that an answer
 * has begun, in whose middle nothing else can be said.
 */
export const createClientErrorHandler = (headers: Headers, isAnswering: (socket: Duplex) => boolean) => {
  const refused = new WeakSet<Duplex>();
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    // What was still under way when it was refused is an error once more.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (!socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const { status, lines, text } = buildError(
      ERROR_CODES_BY_NODE_CODE[error.code ?? ''] ?? 'BAD_REQUEST',
      headers,
    );
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`);
    const timer = setTimeout(() => socket.destroy(), SOCKET_CLOSE_GRACE_MS);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  };
};
