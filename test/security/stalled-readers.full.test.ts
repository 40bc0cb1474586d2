import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startBuiltServer } from './built-server.ts';

const server = await startBuiltServer({ RATE_LIMITS: 'off' });

const REQUEST = 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
// 4.9 MB in all: more than Linux buffers for a connection by default. The server accepts 16 pipelined requests at a time.
const BATCHES = 2;
const BATCH = 15;
/** Longer than the server's limit of 30 s. */
const STALL_MS = 40_000;

it('S-067 a client that does not read its responses for 30 s is disconnected', async () => {
  const { headers } = await server.fetch('/api/openapi.json', { headers: { 'accept-encoding': 'identity' } });
  const total = Number(headers.get('content-length')) * BATCHES * BATCH;
  expect(total).toBeGreaterThan(4_500_000);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    socket.write(REQUEST.repeat(BATCH));
    await sleep(1_000);
  }
  await sleep(STALL_MS);
  let received = 0;
  socket.on('data', (chunk: Buffer) => (received += chunk.length));
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
  expect(received).toBeLessThan(total);
}, 120_000);
