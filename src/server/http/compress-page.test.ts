import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPageCompressor, takesBrotli } from './compress-page.ts';

const HTML = Array.from(
  { length: 400 },
  (_, index) => `<li><a href="/photos/${(index * 7919) % 9973}">사진 ${index}</a></li>`,
).join('\n');
const page = (html = HTML): Response =>
  new Response(html, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

describe('a page in brotli', () => {
  it('is the same page, with its status and headers', async () => {
    const answer = await createPageCompressor()(page());
    expect(answer.status).toBe(404);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(await bytesOf(answer)).toString()).toBe(HTML);
  });

  it('is smaller when it is asked for again, and still the same', async () => {
    const compress = createPageCompressor();
    const first = await bytesOf(await compress(page()));
    const later = async (): Promise<Buffer> => bytesOf(await compress(page()));
    await expect.poll(async () => (await later()).length).toBeLessThan(first.length);
    expect(brotliDecompressSync(await later()).toString()).toBe(HTML);
    expect(brotliDecompressSync(await bytesOf(await compress(page('<p>다른 글</p>')))).toString()).toBe(
      '<p>다른 글</p>',
    );
  });
});

it.each([
  ['gzip, deflate, br, zstd', true],
  ['br', true],
  ['gzip, BR;q=0.5', true],
  ['gzip, br;q=0', false],
  ['gzip, br;q=0.000', false],
  ['gzip, brotli', false],
  ['', false],
  [null, false],
])('%j takes brotli: %s', (header, taken) => {
  expect(takesBrotli(header)).toBe(taken);
});
