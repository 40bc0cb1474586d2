import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { securityHeaders } from './security/security-headers.ts';
import { loadStaticAssets, serveStaticAssets } from './static-assets.ts';

const folder = await mkdtemp(join(tmpdir(), 'sajingwan-files-'));
await Promise.all(['assets', '.vite'].map((name) => mkdir(join(folder, name))));
const contents = {
  'assets/a-1.js': 'plain',
  'assets/a-1.js.br': 'brotli',
  'assets/a-1.js.gz': 'gzip',
  'icon.svg': '<svg/>',
  '.vite/manifest.json': '{}',
};
for (const [name, text] of Object.entries(contents)) await writeFile(join(folder, name), text);

const send = serveStaticAssets(await loadStaticAssets(folder, 'https://studio.kr'), (_request, response) => {
  response.writeHead(404).end('fallback');
});
const server = createServer((incoming, response) => send(incoming, response, () => undefined));
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** Sends a raw request: the response is not decompressed and the path not normalized. */
const sendRequest = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status?: number | undefined; headers: object; body: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    sent.on('error', reject).end();
  });

describe('static assets', () => {
  it.each([
    ['gzip, deflate, br', 'brotli', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip', 'gzip'],
    ['zstd', 'plain', undefined],
    [undefined, 'plain', undefined],
  ])('a static asset for Accept-Encoding %s is sent as the %s variant', async (accepted, body, encoding) => {
    const response = await sendRequest(
      '/assets/a-1.js?v=2',
      accepted === undefined ? {} : { 'accept-encoding': accepted },
    );
    expect(response).toMatchObject({ status: 200, body });
    expect(response.headers).toMatchObject({
      ...securityHeaders,
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(response.headers).toHaveProperty('content-security-policy');
    expect((response.headers as Record<string, string>)['content-encoding']).toBe(encoding);
  });

  it('a static asset without a hash in its name is cached for an hour and revalidated with 304', async () => {
    const { status, body, headers } = await sendRequest('/icon.svg');
    expect({ status, body }).toEqual({ status: 200, body: '<svg/>' });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'content-type': 'image/svg+xml; charset=utf-8',
    });
    const { etag } = headers as { etag: string };
    expect(await sendRequest('/icon.svg', { 'if-none-match': etag })).toMatchObject({
      status: 304,
      body: '',
    });
    expect(await sendRequest('/icon.svg', { 'if-none-match': '"another"' })).toMatchObject({ status: 200 });
  });

  it('a static asset is found by an absolute URL too', async () => {
    expect(await sendRequest('http://studio.kr/icon.svg?v=1')).toMatchObject({ status: 200, body: '<svg/>' });
    expect(await sendRequest('http://:99999/')).toMatchObject({ status: 404 });
  });

  it('a HEAD request for a static asset returns its headers without a body', async () => {
    expect(await sendRequest('/icon.svg', {}, 'HEAD')).toMatchObject({
      status: 200,
      headers: { 'content-length': '6' },
      body: '',
    });
  });

  it.each([
    ['GET', '/.vite/manifest.json'],
    ['GET', '/assets/../icon.svg'],
    ['GET', '/assets/a-1.js.br'],
    ['GET', '/assets/'],
    ['GET', '/assets/b-2.js'],
    ['POST', '/icon.svg'],
  ])('%s %s is not a static asset and is passed on', async (method, path) => {
    expect(await sendRequest(path, {}, method)).toMatchObject({ status: 404, body: 'fallback' });
  });
});
