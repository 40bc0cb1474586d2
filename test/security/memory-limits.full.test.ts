import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startBuiltServer } from '#test/servers/built-server.ts';

// What the built server still holds after a flood: counted objects and bytes after a garbage collection, not its resident size.
const server = await startBuiltServer({ SAMPLE_CONTENT: 'true', RATE_LIMITS: 'off' });

const MAX_GROWTH_BYTES = 500_000;

describe('S-067 the response cache', () => {
  it.each(['/?z=', '/api/question?x=', '/question?keyword='])(
    'the response cache stores nothing for URLs with unknown query names: %s',
    async (address) => {
      const read = async (query: string) => {
        const response = await server.fetch(`${address}${query}`, { headers: { 'accept-encoding': 'br' } });
        expect(response.status).toBe(200);
        await response.arrayBuffer();
      };
      await read('0');
      const before = await server.countObjects();
      for (let batch = 0; batch < 12; batch += 1)
        await Promise.all(Array.from({ length: 3 }, (_, index) => read(`${batch}-${index}`)));
      const after = await server.countObjects();
      expect(after.bufferBytes - before.bufferBytes).toBeLessThan(MAX_GROWTH_BYTES);
    },
  );
});

describe('S-067 pipelined requests', () => {
  const request = 'GET /price HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it('a few pipelined requests are all answered', async () => {
    const { text } = await server.sendRaw(
      `${request.repeat(7)}${request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`,
    );
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(8);
  });

  it('many pipelined requests close the connection', async () => {
    const { text, isClosed } = await server.sendRaw(request.repeat(100));
    expect(isClosed).toBe(true);
    expect(text.match(/HTTP\/1\.1 200 /g)?.length ?? 0).toBeLessThan(100);
  });

  it('pipelined requests hold no memory after their connection breaks', async () => {
    const before = await server.countObjects();
    for (let batch = 0; batch < 20; batch += 1) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(request.repeat(15), () => socket.resetAndDestroy());
      await once(socket, 'close');
    }
    // The server still responds after the broken connections.
    expect((await server.fetch('/price')).status).toBe(200);
    const after = await server.countObjects();
    expect(after.responses - before.responses).toBeLessThan(20);
    expect(after.sockets - before.sockets).toBeLessThan(20);
  });
});
