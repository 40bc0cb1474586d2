import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { findFreePort } from '#test/servers/free-port.ts';
import { startHttpServer } from './http-server.ts';

const STALLED_WRITE_TIMEOUT_MS = 2_000;
/** Larger than the socket buffers of both ends of a connection. */
const LARGE = 'a'.repeat(30_000_000);

it('S-067 a client that reads its response slowly receives all of it', async () => {
  const port = await findFreePort();
  const app = new Hono().get('/large', (context) => context.body(LARGE));
  const server = await startHttpServer({
    app,
    port,
    host: '127.0.0.1',
    publicUrl: 'https://studio.kr',
    stalledWriteTimeoutMs: STALLED_WRITE_TIMEOUT_MS,
  });
  const [response] = (await once(get(`http://127.0.0.1:${port}/large`), 'response')) as [IncomingMessage];
  let bytes = 0;
  response.on('data', (chunk: Buffer) => void (bytes += chunk.length));
  response.pause();
  for (let waitedMs = 0; waitedMs < 1.5 * STALLED_WRITE_TIMEOUT_MS; waitedMs += 100) {
    response.resume();
    await once(response, 'data');
    response.pause();
    await sleep(100);
  }
  expect(bytes).toBeLessThan(LARGE.length);
  response.resume();
  await once(response, 'end');
  expect(bytes).toBe(LARGE.length);
  await server.close();
});
