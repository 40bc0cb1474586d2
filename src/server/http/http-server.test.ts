import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import { errors } from '#contract/errors.ts';
import { findFreePort } from '#test/servers/free-port.ts';
import { apiCsp } from '#server/http/security/csp.ts';
import { securityHeaders } from '#server/http/security/security-headers.ts';
import { startHttpServer } from './http-server.ts';

const NOTICE = 300;
const STALLED_WRITE_TIMEOUT = 1_000;
/** More bytes than the socket buffers of both ends can hold. */
const LARGE = 'a'.repeat(30_000_000);

/** A server on which `/slow` waits until the test releases it. */
const open = async (notice: number) => {
  const port = await findFreePort();
  let goOn = (): void => undefined;
  const waiting = new Promise<void>((resolve) => void (goOn = resolve));
  const app = new Hono();
  app.get('/slow', async (context) => {
    await waiting;
    return context.text('slow');
  });
  app.post('/slow', async (context) => context.text(await context.req.text().catch(() => 'cut off')));
  app.get('/stream', (context) =>
    context.body(
      new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('begun')) }),
    ),
  );
  app.get('/healthz', (context) => context.text('ok'));
  const serverSockets: Socket[] = [];
  app.get('/large', (context) => {
    const { incoming } = context.env as { incoming: IncomingMessage };
    serverSockets.push(incoming.socket);
    return context.body(LARGE);
  });
  const server = await startHttpServer({
    app,
    port,
    host: '127.0.0.1',
    publicUrl: 'https://studio.kr',
    shutdownDelayMs: notice,
    headersTimeoutMs: 500,
    stalledWriteTimeoutMs: STALLED_WRITE_TIMEOUT,
  });
  const dial = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  return { ...server, dial, goOn, serverSockets };
};

const ask = (socket: Socket, path: string): void =>
  void socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
const answer = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

it('F-18 a shutdown first reports not ready, then closes each connection after its last response', async () => {
  const { dial, close } = await open(NOTICE);
  const known = await dial();
  ask(known, '/healthz');
  expect(await answer(known)).toMatch(/^HTTP\/1\.1 200[^]*connection: keep-alive/i);
  const closing = close();
  ask(known, '/healthz');
  expect(await answer(known)).toMatch(/^HTTP\/1\.1 503[^]*connection: close/i);
  const late = await dial();
  ask(late, '/nowhere');
  expect(await answer(late)).toMatch(/^HTTP\/1\.1 404[^]*connection: close/i);
  await closing;
  await expect(dial()).rejects.toThrow('ECONNREFUSED');
});

it('F-18 a shutdown completes requests in progress and does not wait for idle connections', async () => {
  const { dial, close, goOn } = await open(0);
  const [busy, idle, silent] = [await dial(), await dial(), await dial()];
  ask(idle, '/healthz');
  await answer(idle);
  ask(busy, '/slow');
  const ended = Promise.all([once(idle, 'close'), once(silent, 'close')]);
  let isClosed = false;
  const closing = close().then(() => void (isClosed = true));
  for (const socket of [idle, silent]) socket.resume();
  await ended;
  expect(isClosed).toBe(false);
  const last = answer(busy);
  goOn();
  expect(await last).toMatch(/^HTTP\/1\.1 200[^]*connection: close[^]*slow/i);
  await closing;
});

/** Reads everything until the connection closes. */
const readAll = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
};
const parse = (answer: string) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [line, ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(fields.map((field) => field.toLowerCase().split(': ')));
  return { line, headers, body: JSON.parse(body) as unknown };
};
const GET = 'GET /healthz HTTP/1.1\r\n';
const POST = 'POST /slow HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('S-090 malformed requests that do not reach the app get an error response and are disconnected', () => {
  it.each([
    ['no request at all', 'hello\r\n\r\n', '400 Bad Request', 'BAD_REQUEST'],
    ['a request without a host', `${GET}\r\n`, '400 Bad Request', 'BAD_REQUEST'],
    ['a request for two hosts', `${GET}Host: a\r\nHost: b\r\n\r\n`, '400 Bad Request', 'BAD_REQUEST'],
    ['a host that is none', `${GET}Host: a b\r\n\r\n`, '400 Bad Request', 'BAD_REQUEST'],
    ['a body cut into no pieces', `${POST}zz\r\n`, '400 Bad Request', 'BAD_REQUEST'],
    [
      'a long address',
      `GET /${'a'.repeat(200_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'HEADERS_TOO_LARGE',
    ],
    [
      'a piece with much beside it',
      `${POST}1;${'a'.repeat(20_000)}\r\n`,
      '413 Payload Too Large',
      'TOO_LARGE',
    ],
    ['headers that do not end', `${GET}Host: a\r\n`, '408 Request Timeout', 'REQUEST_TIMEOUT'],
    ['a connection that is silent', '', '408 Request Timeout', 'REQUEST_TIMEOUT'],
  ] as const)('%s', async (_, text, status, code) => {
    const { dial, close, goOn } = await open(0);
    const socket = await dial();
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
    goOn();
    await close();
  });

  it('an unknown Expect header is ignored', async () => {
    const { dial, close } = await open(0);
    const socket = await dial();
    socket.write(`${GET}Host: a\r\nExpect: wonders\r\n\r\n`);
    expect(await answer(socket)).toMatch(/^HTTP\/1\.1 200 /);
    await close();
  });

  it('a protocol error during a response sends nothing on that connection', async () => {
    const { dial, close, goOn } = await open(0);
    const [begun, gone] = [await dial(), await dial()];
    begun.write('GET /stream HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await answer(begun)).toMatch(/^HTTP\/1\.1 200 /);
    begun.write('hello\r\n\r\n');
    expect(await readAll(begun)).not.toContain('HTTP/1.1');
    gone.write('hello\r\n\r\n');
    gone.resetAndDestroy();
    goOn();
    const next = await dial();
    ask(next, '/healthz');
    expect(await answer(next)).toMatch(/^HTTP\/1\.1 200 /);
    await close();
  });
});

describe('S-067 a client that does not read its response', () => {
  it('a client that does not read its response is disconnected', async () => {
    const { dial, close, serverSockets } = await open(0);
    const client = await dial();
    client.pause();
    ask(client, '/large');
    await vi.waitFor(() => expect(serverSockets).toHaveLength(1));
    await vi.waitFor(() => expect(serverSockets[0]?.destroyed).toBe(true), 10_000);
    client.destroy();
    await close();
  });

  it('a slow client that makes progress gets its complete response', async () => {
    const { dial, close } = await open(0);
    const client = await dial();
    let bytes = 0;
    client.on('data', (chunk: Buffer) => (bytes += chunk.length));
    client.pause();
    ask(client, '/large');
    for (let step = 0; step < 15; step += 1) {
      client.resume();
      await once(client, 'data');
      client.pause();
      await sleep(100);
    }
    expect(bytes).toBeLessThan(LARGE.length);
    client.resume();
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(LARGE.length), 10_000);
    client.destroy();
    await close();
  });

  it('a client is not disconnected while the app works on the response', async () => {
    const { dial, close, goOn } = await open(0);
    const client = await dial();
    const response = answer(client);
    ask(client, '/slow');
    await sleep(1.5 * STALLED_WRITE_TIMEOUT);
    goOn();
    expect(await response).toMatch(/^HTTP\/1\.1 200[^]*slow/);
    client.destroy();
    await close();
  });
});
