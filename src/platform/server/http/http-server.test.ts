import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findFreePort } from '#test/servers/free-port.ts';
import { errors } from '../../contract/errors.ts';
import { startHttpServer } from './http-server.ts';
import { apiCsp } from './security/csp.ts';
import { securityHeaders } from './security/security-headers.ts';

const SHUTDOWN_DELAY_MS = 10_000;
/** Longer than the grace period of idle connections. */
const IDLE_MS = 2_000;
/** Larger than the socket buffers of both ends of a connection. */
const LARGE = 'a'.repeat(30_000_000);

/** Starts a server on which `/slow` responds only after `finishSlow` was called. */
const open = async (shutdownDelayMs: number, stalledWriteTimeoutMs?: number) => {
  let receiveSocket: (socket: Socket) => void = () => undefined;
  const serverSocket = new Promise<Socket>((resolve) => void (receiveSocket = resolve));
  const port = await findFreePort();
  let finishSlow = (): void => undefined;
  const slowFinished = new Promise<void>((resolve) => void (finishSlow = resolve));
  const app = new Hono();
  app.use((context, next) => {
    receiveSocket((context.env as { incoming: IncomingMessage }).incoming.socket);
    return next();
  });
  app.get('/slow', async (context) => {
    await slowFinished;
    return context.text('slow');
  });
  app.post('/slow', async (context) => context.text(await context.req.text().catch(() => 'cut off')));
  app.get('/stream', (context) =>
    context.body(
      new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('streaming')) }),
    ),
  );
  app.get('/healthz', (context) => context.text('ok'));
  app.get('/large', (context) => context.body(LARGE));
  const server = await startHttpServer({
    app,
    port,
    host: '127.0.0.1',
    publicUrl: 'https://studio.kr',
    shutdownDelayMs,
    headersTimeoutMs: 500,
    stalledWriteTimeoutMs,
  });
  const connectClient = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  return { ...server, connectClient, finishSlow, serverSocket };
};

const sendGet = (socket: Socket, path: string): void =>
  void socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
const readResponse = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

const holdTimers = (): void =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
afterEach(() => void vi.useRealTimers());

it('F-18 a stopping server first reports 503 on /healthz and closes each connection after its response, then refuses connections', async () => {
  const { connectClient, close } = await open(SHUTDOWN_DELAY_MS);
  const known = await connectClient();
  sendGet(known, '/healthz');
  expect(await readResponse(known)).toMatch(/^HTTP\/1\.1 200[^]*connection: keep-alive/i);
  holdTimers();
  const closing = close();
  sendGet(known, '/healthz');
  expect(await readResponse(known)).toMatch(/^HTTP\/1\.1 503[^]*connection: close/i);
  const late = await connectClient();
  sendGet(late, '/nowhere');
  expect(await readResponse(late)).toMatch(/^HTTP\/1\.1 404[^]*connection: close/i);
  await vi.advanceTimersByTimeAsync(SHUTDOWN_DELAY_MS);
  await closing;
  await expect(connectClient()).rejects.toThrow('ECONNREFUSED');
});

it('F-18 a stopping server closes idle connections and waits for requests in progress', async () => {
  const { connectClient, close, finishSlow } = await open(0);
  const [busy, idle, silent] = [await connectClient(), await connectClient(), await connectClient()];
  sendGet(idle, '/healthz');
  await readResponse(idle);
  sendGet(busy, '/slow');
  const ended = Promise.all([once(idle, 'close'), once(silent, 'close')]);
  let isClosed = false;
  holdTimers();
  const closing = close().then(() => void (isClosed = true));
  for (const socket of [idle, silent]) socket.resume();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  await ended;
  expect(isClosed).toBe(false);
  const last = readResponse(busy);
  finishSlow();
  expect(await last).toMatch(/^HTTP\/1\.1 200[^]*connection: close[^]*slow/i);
  await closing;
});

/** Everything received until the connection closes. */
const readAll = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
};
const parse = (response: string) => {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const [line, ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(fields.map((field) => field.toLowerCase().split(': ')));
  return { line, headers, body: JSON.parse(body) as unknown };
};
const GET = 'GET /healthz HTTP/1.1\r\n';
const POST = 'POST /slow HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('S-090 protocol errors get a JSON error response and the connection is closed', () => {
  it.each([
    ['input that is not HTTP', 'hello\r\n\r\n', '400 Bad Request', 'BAD_REQUEST'],
    ['a request without a host', `${GET}\r\n`, '400 Bad Request', 'BAD_REQUEST'],
    ['a request with two hosts', `${GET}Host: a\r\nHost: b\r\n\r\n`, '400 Bad Request', 'BAD_REQUEST'],
    ['an invalid host', `${GET}Host: a b\r\n\r\n`, '400 Bad Request', 'BAD_REQUEST'],
    ['an invalid chunk size', `${POST}zz\r\n`, '400 Bad Request', 'BAD_REQUEST'],
    [
      'a very long URL',
      `GET /${'a'.repeat(200_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'HEADERS_TOO_LARGE',
    ],
    [
      'a very long chunk extension',
      `${POST}1;${'a'.repeat(20_000)}\r\n`,
      '413 Payload Too Large',
      'TOO_LARGE',
    ],
    ['headers that never end', `${GET}Host: a\r\n`, '408 Request Timeout', 'REQUEST_TIMEOUT'],
    ['a connection without a request', '', '408 Request Timeout', 'REQUEST_TIMEOUT'],
  ] as const)(
    '%s is rejected with an error response before it reaches the app',
    async (_, text, status, code) => {
      const { connectClient, close, finishSlow } = await open(0);
      const socket = await connectClient();
      socket.write(text);
      const { line, headers, body } = parse(await readAll(socket));
      expect(line).toBe(`HTTP/1.1 ${status}`);
      expect(body).toEqual({ message: errors[code].message, code });
      expect(headers).toMatchObject({
        connection: 'close',
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'content-security-policy': apiCsp.toLowerCase(),
        'strict-transport-security': 'max-age=63072000; includesubdomains',
        ...securityHeaders,
      });
      finishSlow();
      await close();
    },
  );

  it('an unknown Expect header is ignored', async () => {
    const { connectClient, close } = await open(0);
    const socket = await connectClient();
    socket.write(`${GET}Host: a\r\nExpect: wonders\r\n\r\n`);
    expect(await readResponse(socket)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
    await close();
  });

  it('a protocol error closes the connection without a response when a response has started or the client is gone', async () => {
    const { connectClient, close, finishSlow } = await open(0);
    const [streaming, gone] = [await connectClient(), await connectClient()];
    streaming.write('GET /stream HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await readResponse(streaming)).toMatch(/^HTTP\/1\.1 200 /);
    streaming.write('hello\r\n\r\n');
    expect(await readAll(streaming)).not.toContain('HTTP/1.1');
    gone.write('hello\r\n\r\n');
    gone.resetAndDestroy();
    finishSlow();
    const next = await connectClient();
    sendGet(next, '/healthz');
    expect(await readResponse(next)).toMatch(/^HTTP\/1\.1 200 /);
    next.destroy();
    await close();
  });
});

describe('S-067 a client that does not read its response', () => {
  it('a client that reads nothing of its response is disconnected', async () => {
    const { connectClient, close, serverSocket } = await open(0, 100);
    const client = await connectClient();
    client.pause();
    sendGet(client, '/large');
    const socket = await serverSocket;
    await once(socket, 'close');
    expect(socket.destroyed).toBe(true);
    client.destroy();
    await close();
  });

  it('a client is not disconnected while the app still works on the response', async () => {
    const { connectClient, close, finishSlow, serverSocket } = await open(0, 100);
    const client = await connectClient();
    const response = readResponse(client);
    sendGet(client, '/slow');
    await once(await serverSocket, 'timeout');
    finishSlow();
    expect(await response).toMatch(/^HTTP\/1\.1 200[^]*slow/);
    client.destroy();
    await close();
  });
});
