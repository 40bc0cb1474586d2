import { describe, expect, it } from 'vitest';
import { startBuiltServer } from './built-server.ts';

// What the built server still holds after a flood: counted objects and bytes after a garbage collection, not its resident size.
const server = await startBuiltServer({ SAMPLE_CONTENT: 'true', RATE_LIMITS: 'off' });

const MAX_GROWTH_BYTES = 500_000;

describe('S-067 the response cache', () => {
  it.each(['/?z=', '/api/question?x=', '/question?keyword='])(
    'holds nothing of addresses with invented queries: %s',
    async (address) => {
      const read = async (query: string) => {
        const response = await server.fetch(`${address}${query}`, { headers: { 'accept-encoding': 'br' } });
        expect(response.status).toBe(200);
        await response.arrayBuffer();
      };
      await read('0');
      const before = await server.countObjects();
      for (let batch = 0; batch < 6; batch += 1)
        await Promise.all(Array.from({ length: 10 }, (_, index) => read(`${batch}-${index}`)));
      const after = await server.countObjects();
      expect(after.bufferBytes - before.bufferBytes).toBeLessThan(MAX_GROWTH_BYTES);
    },
  );
});
