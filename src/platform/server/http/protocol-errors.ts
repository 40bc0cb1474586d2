import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errors, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';

type Headers = Readonly<Record<string, string>>;

// Our error codes for errors of Node's `clientError` event. All others become BAD_REQUEST.
const ERROR_CODES_BY_NODE_CODE: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
// Grace period before the socket is destroyed. Destroying a socket with unread input resets the connection, and the client could
// lose the response.
const SOCKET_CLOSE_GRACE_MS = 1_000;

const buildError = (code: ErrorCode, headers: Headers) => {
  const { status, message } = errors[code];
  const body: ErrorBody = { message, code };
  const text = JSON.stringify(body);
  const headerLines = {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  return { status, headerLines, text };
};

/** Creates the error as a fetch `Response`. */
export const createErrorResponse = (code: ErrorCode, headers: Headers): Response => {
  const { status, headerLines, text } = buildError(code, headers);
  return new Response(text, { status, headers: headerLines });
};

/** Sends the error for a request that does not reach the app, and closes the connection. */
export const sendErrorResponse = (response: ServerResponse, code: ErrorCode, headers: Headers): void => {
  const { status, headerLines, text } = buildError(code, headers);
  response.writeHead(status, headerLines).end(text);
};

/**
 * Creates a handler for Node's `clientError` event: for example, the input is not valid HTTP, or the request timed out. The handler
 * sends the error response, or destroys the socket if it is not writable or another response is being sent on it.
 */
export const createClientErrorHandler = (
  headers: Headers,
  hasStartedResponse: (socket: Duplex) => boolean,
) => {
  const rejected = new WeakSet<Duplex>();
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    // Data that arrives after the rejection raises further errors.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    if (!socket.writable || hasStartedResponse(socket)) {
      socket.destroy();
      return;
    }
    const { status, headerLines, text } = buildError(
      ERROR_CODES_BY_NODE_CODE[error.code ?? ''] ?? 'BAD_REQUEST',
      headers,
    );
    const head = Object.entries(headerLines).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`);
    const timer = setTimeout(() => socket.destroy(), SOCKET_CLOSE_GRACE_MS);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  };
};
