import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { describe, expect, it } from 'vitest';
import { createAnswerKeeper } from './keep-answers.ts';

/** An app of pages that count how often they were made; what a page says can be changed, and held back while it is made. */
const openPages = () => {
  let isHearing = true;
  let time = 0;
  let text = '처음';
  let isOpen: Promise<void> = Promise.resolve();
  const made: string[] = [];
  const keeper = createAnswerKeeper({ isHearing: () => isHearing, now: () => time });
  const app = new Hono();
  app.use(keeper.answer);
  app.get('/api/reservation/booked-times', (context) =>
    context.json([made.push('slots')], 200, { 'cache-control': 'no-cache' }),
  );
  app.get('/handed-over', (context) => {
    made.push('handed over');
    return context.text('x', 200, { 'cache-control': 'no-store' });
  });
  const fail = async (context: Context): Promise<Response> => {
    made.push('fault');
    await isOpen;
    return context.text('fault', 503);
  };
  app.get('/broken', fail);
  app.get('/api/reservation/availability', fail);
  app.get('/missing', (context) => {
    made.push('missing');
    return context.text('x', 404, { 'cache-control': 'no-cache' });
  });
  app.get('*', async (context) => {
    made.push(context.req.path);
    const seen = text;
    await isOpen;
    return context.html(`<p>${seen}</p>`, 200, { 'cache-control': 'no-cache' });
  });
  return {
    app,
    made,
    keeper,
    say: (next: string) => void (text = next),
    deafen: () => void (isHearing = false),
    wait: (milliseconds: number) => void (time += milliseconds),
    holdBack: () => {
      let release = (): void => undefined;
      isOpen = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
};
const textOf = async (answer: Response | Promise<Response>): Promise<string> => (await answer).text();

describe('what guests read', () => {
  it('is made once, and anew when it has changed', async () => {
    const { app, made, keeper, say } = openPages();
    expect(await textOf(app.request('/'))).toBe('<p>처음</p>');
    expect(await textOf(app.request('/'))).toBe('<p>처음</p>');
    expect(made).toEqual(['/']);
    say('다음');
    keeper.forget();
    expect(await textOf(app.request('/'))).toBe('<p>다음</p>');
  });

  it('is made once for all who ask at once', async () => {
    const { app, made, holdBack } = openPages();
    const release = holdBack();
    const answers = Array.from({ length: 20 }, () => textOf(app.request('/')));
    release();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['<p>처음</p>']));
    expect(made).toEqual(['/']);
  });

  it.each(['/broken', '/api/reservation/availability'])(
    'when it fails, all who wait for %s hear of it at once, and whoever comes next has another try',
    async (path) => {
      const { app, made, holdBack } = openPages();
      const release = holdBack();
      const asked = Array.from({ length: 3 }, async () => app.request(path));
      await new Promise((resolve) => setTimeout(resolve, 20));
      release();
      for (const answer of await Promise.all(asked)) {
        expect(answer.status).toBe(503);
        expect(await answer.text()).toBe('fault');
      }
      expect(made).toHaveLength(1);
      expect((await app.request(path)).status).toBe(503);
      expect(made).toHaveLength(2);
    },
  );

  it('is not kept when it changed while it was made, nor given to who asks after that', async () => {
    const { app, keeper, say, holdBack } = openPages();
    const release = holdBack();
    const early = textOf(app.request('/'));
    await Promise.resolve();
    say('다음');
    keeper.forget();
    const late = textOf(app.request('/'));
    release();
    expect([await early, await late]).toEqual(['<p>처음</p>', '<p>다음</p>']);
    expect(await textOf(app.request('/'))).toBe('<p>다음</p>');
  });

  it('is told apart by its query, and made anew after a minute', async () => {
    const { app, made, wait } = openPages();
    await app.request('/question?page=1');
    await app.request('/question?page=2');
    expect(made).toHaveLength(2);
    wait(60_001);
    await app.request('/question?page=1');
    expect(made).toHaveLength(3);
  });

  it('is made as small as it can be for those who come later', async () => {
    const { app, say } = openPages();
    const line = (_: unknown, index: number): string =>
      `<li><a href="/photos/${(index * 7919) % 9973}">사진 ${index}</a></li>`;
    say(Array.from({ length: 400 }, line).join('\n'));
    const ask = async (): Promise<Buffer> =>
      Buffer.from(await (await app.request('/', { headers: { 'accept-encoding': 'br' } })).arrayBuffer());
    const first = await ask();
    await expect.poll(async () => (await ask()).length).toBeLessThan(first.length);
    expect(brotliDecompressSync(await ask())).toEqual(brotliDecompressSync(first));
  });

  it('is sent as the browser takes it, and not at all when it has it', async () => {
    const { app } = openPages();
    const ask = (headers: Record<string, string>) => app.request('/', { headers });
    const br = await ask({ 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe('<p>처음</p>');
    const zipped = await ask({ 'accept-encoding': 'gzip' });
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe('<p>처음</p>');
    expect(await textOf(ask({ 'accept-encoding': 'br;q=0' }))).toBe('<p>처음</p>');
    const again = await ask({ 'if-none-match': `"other", ${br.headers.get('etag') ?? ''}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('is made anew each time', () => {
  const twice = async (path: string, headers?: Record<string, string>): Promise<number> => {
    const { app, made } = openPages();
    await app.request(path, { headers: headers ?? {} });
    await app.request(path, { headers: headers ?? {} });
    return made.length;
  };

  it.each(['/api/reservation/booked-times', '/handed-over', '/missing', '/api/question/my'])(
    '%s',
    async (path) => {
      expect(await twice(path)).toBe(2);
    },
  );

  it('what a member asks, unless it is nobody’s', async () => {
    const headers = { authorization: 'Bearer x' };
    for (const path of ['/', '/api/question', '/api/question/1']) expect(await twice(path, headers)).toBe(2);
    expect(await twice('/api/photo/home', headers)).toBe(1);
  });

  it('all of it while a change could be missed', async () => {
    const { app, made, deafen } = openPages();
    await app.request('/');
    deafen();
    await app.request('/');
    expect(made).toHaveLength(2);
  });
});
