import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { photoUploadLimits } from '#core/files/contract/photo-uploads.ts';
import { errors } from '#platform/contract/errors.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import { findFreePort } from '#test/servers/free-port.ts';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { startReverseProxy } from '#test/servers/reverse-proxy.ts';
import { startServer } from '#test/servers/server-process.ts';
import { createVisitor, logIn, readCode, register, type VisitedServer } from '#test/servers/site-visitor.ts';
import { startTcpProxy } from '#test/servers/tcp-proxy.ts';

const HSTS = 'max-age=63072000; includeSubDomains';
const MAX_CONNECTIONS = 100;

const root = await mkdtemp(join(tmpdir(), 'sajingwan-nginx-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const startUpstream = async (respond: RequestListener): Promise<number> => {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};
const startFront = async (...options: Parameters<typeof startReverseProxy>) => {
  const front = await startReverseProxy(...options);
  onTestFinished(() => front.stop());
  return front;
};

/** What a response of nginx itself says, as JSON for the API and as a page elsewhere. */
const readRefusal = async (response: Response) => {
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return {
    status: response.status,
    hsts: response.headers.get('strict-transport-security'),
    type: response.headers.get('content-type'),
    ...(isJson ? (JSON.parse(text) as object) : { page: /<p[^>]*>([^<]*)/.exec(text)?.[1] }),
  };
};
const jsonRefusal = (status: number, code: string, message: string) => ({
  status,
  hsts: HSTS,
  type: 'application/json',
  code,
  message,
});
const pageRefusal = (status: number, message: string) => ({
  status,
  hsts: HSTS,
  type: 'text/html; charset=utf-8',
  page: message,
});

describe('S-123 a response of nginx itself', () => {
  it('says in Korean and with HSTS that no server responds', async () => {
    const { url } = await startFront([await findFreePort()]);
    expect(await readRefusal(await fetch(`${url}/`))).toEqual(
      pageRefusal(503, '지금은 홈페이지를 열 수 없습니다. 잠시 후 다시 시도해 주세요.'),
    );
    for (const path of ['/api/studio', '/api/reservation/my', '/uploads/staging/a.jpg'])
      expect(await readRefusal(await fetch(`${url}${path}`))).toEqual(
        jsonRefusal(503, 'UNAVAILABLE', '지금은 처리할 수 없습니다. 잠시 후 다시 시도해 주세요.'),
      );
  });

  it('says in Korean and with HSTS that a body is too large', async () => {
    const { url } = await startFront([await startUpstream((_, response) => response.end('reached'))]);
    const body = 'x'.repeat(1_200_000);
    const post = (path: string) => fetch(`${url}${path}`, { method: 'POST', body });
    const { status, message } = errors.TOO_LARGE;
    for (const path of ['/api/auth/login', '/api/reservation'])
      expect(await readRefusal(await post(path))).toEqual(jsonRefusal(status, 'TOO_LARGE', message));
    expect(await readRefusal(await post('/'))).toEqual(pageRefusal(status, message));
    expect(await (await post('/uploads/staging/a.jpg')).text()).toBe('reached');
  });

  it('says in Korean and with HSTS that an address has too many connections', async () => {
    // Never responds, so that the connections stay in use.
    let reached = 0;
    let allReached = (): void => undefined;
    const isFull = new Promise<void>((resolve) => void (allReached = resolve));
    const upstream = await startUpstream(() => {
      reached += 1;
      if (reached === MAX_CONNECTIONS) allReached();
    });
    const { url } = await startFront([upstream]);
    const sockets: Socket[] = Array.from({ length: MAX_CONNECTIONS }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: studio.example\r\n\r\n');
      return socket;
    });
    await isFull;
    const { status, message } = errors.TOO_MANY_REQUESTS;
    expect(await readRefusal(await fetch(`${url}/api/studio`))).toEqual(
      jsonRefusal(status, 'TOO_MANY_REQUESTS', message),
    );
    const page = await fetch(`${url}/`);
    expect(page.headers.get('retry-after')).toBe('10');
    expect(await readRefusal(page)).toEqual(pageRefusal(status, message));
    for (const socket of sockets) socket.destroy();
  });
});

it('nginx passes an upload on while it arrives, because the server ends its URL after five minutes', async () => {
  let reached: IncomingMessage | undefined;
  const { url } = await startFront([await startUpstream((request) => void (reached = request))]);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  const length = photoUploadLimits.bytes;
  socket.write(
    `PUT /uploads/staging/a.jpg HTTP/1.1\r\nHost: studio.example\r\nContent-Length: ${length}\r\n\r\nx`,
  );
  await expect.poll(() => reached?.headers['content-length']).toBe(String(length));
});

it('S-123 a photo that nginx sends as the guide describes has HSTS and the headers of the location', async () => {
  const guide = await readFile('docs/guide/photos.md', 'utf8');
  const [location = ''] = /location \/photo-files\/ \{[^}]*\}/.exec(guide) ?? [];
  await writeFile(join(root, 'a.jpg'), 'photo');
  const upstream = await startUpstream((_, response) =>
    response.writeHead(200, { 'x-accel-redirect': '/photo-files/a.jpg' }).end(),
  );
  const locations = location.replace('/var/lib/sajingwan/photos/', `${root}/`);
  const { url } = await startFront([upstream], { locations });
  const response = await fetch(`${url}/photos/a.jpg`);
  expect(await response.text()).toBe('photo');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'strict-transport-security': HSTS,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
});

/** Two servers behind nginx. The first one does what it is asked, but its responses are lost, as if it died after each commit. */
const startDyingSite = async () => {
  const postgres = await startPostgresServer();
  onTestFinished(() => postgres.stop());
  const env = {
    DATABASE_URL: `${postgres.url}postgres`,
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    PUBLIC_URL: 'http://studio.example',
    SAMPLE_CONTENT: 'false',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'fatal',
  };
  const start = async (name: string) => {
    const dataDir = join(root, name);
    const server = await startServer({ ...env, DATA_DIR: dataDir });
    onTestFinished(async () => void (await server.stop()));
    return { ...server, dataDir };
  };
  const [dying, survivor] = [await start('dying'), await start('survivor')];
  const lossy = await startTcpProxy(Number(new URL(dying.url).port));
  onTestFinished(() => lossy.close());
  lossy.mode = 'drop';
  // Only asked when the first server fails.
  const backup = `${new URL(survivor.url).port} backup`;
  const { url } = await startFront([lossy.port, backup]);
  const front: VisitedServer = { url, dataDir: '' };
  return { front, survivor, countLost: lossy.countCuts };
};

it(
  'S-122 a change whose server dies after the commit responds through nginx as if it had lived',
  { timeout: 300_000 },
  async () => {
    const { front, survivor, countLost } = await startDyingSite();
    const send = createVisitor();
    const member = await register(send, survivor, survivor);
    const { accessToken: token = '' } = await logIn(send, survivor, member);
    const draft = { title: '주차', content: '주차할 수 있나요?', secret: false };
    const { body: question } = await send(survivor, 'POST', '/api/question', { body: draft, token });
    expect(await send(front, 'DELETE', `/api/question/${question.id}`, { token })).toEqual({
      status: 204,
      body: {},
    });

    const changed = { status: 200, body: { message: '비밀번호가 변경되었습니다.' } };
    const change = { oldPassword: member.password, newPassword: 'Another!2026' };
    expect(await send(front, 'PUT', '/api/member/profile/password', { body: change, token })).toEqual(
      changed,
    );
    await logIn(send, survivor, { ...member, password: change.newPassword });

    const { loginId, name, phoneNumber } = member;
    const recovery = { loginId, name, phoneNumber };
    await send(survivor, 'POST', '/api/member/find-pw/send-code', { body: recovery });
    const coded = { ...recovery, code: await readCode(survivor, phoneNumber, 1) };
    await send(survivor, 'POST', '/api/member/find-pw/verify-code', { body: coded });
    const reset = { ...coded, password: 'Third!2026' };
    expect(await send(front, 'PUT', '/api/member/find-pw/reset', { body: reset })).toEqual(changed);
    const last = await logIn(send, survivor, { ...member, password: reset.password });

    const withdrawal = { token: last.accessToken ?? '' };
    expect(await send(front, 'DELETE', '/api/member', withdrawal)).toEqual({ status: 204, body: {} });
    expect((await send(survivor, 'GET', '/api/member/profile', withdrawal)).status).toBe(401);
    expect(countLost()).toBe(4);

    const meeting = { date: addDays(seoulDate(new Date()), 7), time: '15-16' };
    expect(await send(front, 'POST', '/api/reservation/guest-hold', { body: meeting })).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    });
    expect(countLost()).toBe(5);
  },
);
