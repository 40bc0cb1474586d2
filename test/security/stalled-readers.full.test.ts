import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startServerWithUsers } from '#test/servers/server-with-users.ts';

const { server, member } = await startServerWithUsers();

const INQUIRIES = 500;
const CONTENT = '가'.repeat(5_000);
const LISTS = 4;
// The server disconnects a client after 30 s without progress. Socket buffers accept some bytes at first, which Node.js counts as
// progress of the first 30 s, so disconnecting takes up to 60 s.
const PAUSE_MS = 70_000;

const postInquiries = async (): Promise<void> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await member.token()}` };
  for (let sent = 0; sent < INQUIRIES; sent += 1) {
    const body = JSON.stringify({ title: `문의 ${sent}`, content: CONTENT });
    expect((await server.fetch('/api/question', { method: 'POST', headers, body })).status).toBe(201);
  }
};

it('S-067 a client that does not read its responses is disconnected', { timeout: 300_000 }, async () => {
  await postInquiries();
  const list = await server.fetch('/api/question', { headers: { 'accept-encoding': 'identity' } });
  const listBytes = (await list.arrayBuffer()).byteLength;
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET /api/question HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(LISTS));
  await sleep(PAUSE_MS);

  let received = 0;
  socket.on('data', (chunk: Buffer) => (received += chunk.byteLength));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  expect(received).toBeGreaterThan(0);
  expect(received).toBeLessThan(LISTS * listBytes);
});
