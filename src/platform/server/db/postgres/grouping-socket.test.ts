import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { GroupingSocket } from './grouping-socket.ts';

it('statements of one turn are sent with one call, in their order, and those of the next with another', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new GroupingSocket();
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [peer] = (await once(server, 'connection')) as [Socket];
  const received = text(peer);
  const calls = [vi.spyOn(socket, '_write'), vi.spyOn(socket, '_writev')];
  const countCalls = () => calls.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  const sendStatement = (name: string): void => {
    socket.cork();
    for (const message of ['bind', 'execute']) socket.write(`${message} ${name};`);
    socket.uncork();
  };

  for (const name of ['one', 'two', 'three']) sendStatement(name);
  expect(countCalls()).toBe(0);
  await new Promise(setImmediate);
  expect(countCalls()).toBe(1);
  sendStatement('four');
  socket.end();
  expect(await received).toBe(
    ['one', 'two', 'three', 'four'].map((name) => `bind ${name};execute ${name};`).join(''),
  );
  expect(countCalls()).toBe(2);
  server.close();
});
