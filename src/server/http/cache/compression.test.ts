import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { finishAnswer } from '#server/http/finished-answer.ts';
import { compression } from './compression.ts';

const long = JSON.stringify(Array.from({ length: 200 }, (_, index) => ({ id: index, title: '가격 문의' })));
const json = { 'content-type': 'application/json', 'x-own': 'yes' };
const finish = (body: string, headers: Record<string, string> = {}) =>
  finishAnswer({ body, status: 201, headers: { ...json, vary: 'accept-encoding', ...headers } });

const app = new Hono();
app.use(compression());
app.get('/usual', (context) => context.body(long, 201, { ...json, 'set-cookie': ['a=1', 'b=2'] }));
app.get('/finished', () => finish(long));
app.get('/small', () => finish('[]'));
app.get('/zipped', (context) => context.body('x', 200, { ...json, 'content-encoding': 'br' }));
app.get('/picture', (context) => context.body(long, 200, { 'content-type': 'image/webp' }));
app.get('/known', (context) => context.body(null, 304, { ...json, etag: '"x"' }));
app.get('/cookied', () => {
  const response = finish(long);
  response.headers.append('set-cookie', 'a=1');
  return response;
});

const ask = (path: string, accepted?: string, method = 'GET') =>
  app.request(path, { method, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('what is made for one visitor', () => {
  it.each(['/usual', '/finished', '/cookied'])('is zipped for who takes it: %s', async (path) => {
    const response = await ask(path, 'br, gzip;q=0.8');
    expect(response.status).toBe(201);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...json,
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    const sent = await bytesOf(response);
    expect(response.headers.get('content-length')).toBe(String(sent.length));
    expect(sent.length).toBeLessThan(long.length / 2);
    expect(gunzipSync(sent).toString()).toBe(long);
  });

  it('keeps its cookies', async () => {
    for (const accepted of [undefined, 'gzip']) {
      expect((await ask('/usual', accepted)).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect((await ask('/cookied', accepted)).headers.getSetCookie()).toEqual(['a=1']);
    }
  });

  it.each([
    ['/usual', undefined],
    ['/usual', 'gzip;q=0'],
    ['/finished', 'br'],
  ])('is left as it is for who does not: %s %s', async (path, accepted) => {
    const response = await ask(path, accepted);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(await response.text()).toBe(long);
  });

  it.each(['/zipped', '/picture', '/small', '/known'])(
    'is left alone where it is not worth it: %s',
    async (path) => {
      const [with_, without] = [await ask(path, 'gzip'), await ask(path)];
      expect(with_.headers.get('content-encoding')).toBe(without.headers.get('content-encoding'));
      expect(await bytesOf(with_)).toEqual(await bytesOf(without));
    },
  );

  it('has no body to zip when only its head is asked for', async () => {
    const response = await ask('/finished', 'gzip', 'HEAD');
    expect([response.status, await response.text()]).toEqual([201, '']);
  });
});
