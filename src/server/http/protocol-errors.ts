import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errors } from '#contract/errors.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';

type Headers = Readonly<Record<string, string>>;

// Maps the error codes of Node.js's HTTP parser; any other code is a malformed request.
const ERROR_CODES_BY_NODE_CODE: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
// Closing a socket with unread input would discard the response: this is the grace period before the socket is destroyed.
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

/** The same error as a `Response`. */
export const createErrorResponse = (code: ErrorCode, headers: Headers): Response => {
  const { status, lines, text } = buildError(code, headers);
  return new Response(text, { status, headers: lines });
};

/** Rejects a request before it reaches the app and closes the connection. */
export const sendErrorResponse = (response: ServerResponse, code: ErrorCode, headers: Headers): void => {
  const { status, lines, text } = buildError(code, headers);
  response.writeHead(status, lines).end(text);
};

/**
 * Handles Node.js's `clientError`: malformed or late input on a socket. `isAnswering` tells that a response was started, so nothing
 * else can be sent.
 */
export const createClientErrorHandler = (headers: Headers, isAnswering: (socket: Duplex) => boolean) => {
  const refused = new WeakSet<Duplex>();
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    // Input that was still arriving when the request was rejected causes another error.
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
