import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startBuiltServer } from '#test/servers/built-server.ts';

/** With the server's own, fewer than the open files that systems commonly allow a process. */
const CONNECTIONS = 4_000;
/** Connections opened at a time, fewer than the backlog of a listening socket. */
const BATCH = 200;
const server = await startBuiltServer({ RATE_LIMITS: 'off' });
const port = Number(new URL(server.url).port);

it('F-20 4,000 connections that send nothing or half of the headers are all closed, while other clients are served', async () => {
  const closed: Promise<unknown>[] = [];
  let openCount = 0;
  const open = async (index: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    openCount += 1;
    const isClosed = once(
      socket.on('error', () => undefined),
      'close',
    );
    closed.push(isClosed.then(() => (openCount -= 1)));
    if (index % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    return socket.resume();
  };
  for (let count = 0; count < CONNECTIONS; count += BATCH)
    await Promise.all(Array.from({ length: BATCH }, (_, index) => open(index)));
  expect(closed).toHaveLength(CONNECTIONS);
  // Searches are not cached.
  for (let count = 0; openCount > 0; count += 1)
    expect((await server.fetch(`/api/question/search/title?keyword=${count}`)).status).toBe(200);
  await Promise.all(closed);
});
