import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { findFreePort } from '#test/free-port.ts';
import { listen } from './listen.ts';

const NOTICE = 300;

/** A server on which `/slow` waits until it is told to go on. */
const open = async (notice: number) => {
  const port = await findFreePort();
  let goOn = (): void => undefined;
  const waiting = new Promise<void>((resolve) => void (goOn = resolve));
  const app = new Hono();
  app.get('/slow', async (context) => {
    await waiting;
    return context.text('slow');
  });
  app.get('/healthz', (context) => context.text('ok'));
  const server = await listen({ app, port, host: '127.0.0.1', notice });
  const dial = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  return { ...server, dial, goOn };
};

const ask = (socket: Socket, path: string): void =>
  void socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
const answer = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

it('F-18 says that it is not ready before it refuses anyone, and lets go of each connection with its last answer', async () => {
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

it('F-18 ends when what was under way is answered, and waits for nobody who says nothing', async () => {
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
