import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startCaddy, type Caddy } from '#test/servers/caddy.ts';
import { findFreePort } from '#test/servers/free-port.ts';
import { createVolume, startContainer } from './container.ts';

const folder = await mkdtemp(join(tmpdir(), 'sajingwan-caddy-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const openCaddy = async (...options: Parameters<typeof startCaddy>): Promise<Caddy> => {
  const caddy = await startCaddy(...options);
  onTestFinished(() => caddy.stop());
  return caddy;
};

/** Sends a request that trusts Caddy's own certificate, and returns the response with its headers. */
const request = async ({ url, authority }: Caddy, path: string, ...options: string[]): Promise<string> => {
  const file = join(folder, 'authority.crt');
  await writeFile(file, authority);
  const curl = spawnSync('curl', ['-sSi', '--cacert', file, ...options, `${url}${path}`], {
    encoding: 'utf8',
  });
  return curl.stdout + curl.stderr;
};

it('a container behind Caddy responds over HTTPS and HTTP/2 with its own headers, and hides the health checks', async () => {
  const dataDir = await createVolume();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { PUBLIC_URL: 'https://studio.localhost', TRUST_PROXY: '1' };
  const container = await startContainer({ dataDir, env });
  onTestFinished(() => container.end('SIGTERM'));
  expect(await container.isReady(60_000), container.output()).toBe(true);
  const caddy = await openCaddy(new URL(container.url).host);

  const home = await request(caddy, '/');
  expect(home).toMatch(/^HTTP\/2 200/);
  for (const header of ['content-security-policy', 'strict-transport-security', 'x-content-type-options'])
    expect(home.match(new RegExp(`^${header}:`, 'gm')), header).toHaveLength(1);
  expect(await request(caddy, '/healthz')).toMatch(/^HTTP\/2 404/);
  expect(await request(caddy, '/livez')).toMatch(/^HTTP\/2 404/);
  const large = join(folder, 'large.json');
  await writeFile(large, JSON.stringify({ loginId: 'x'.repeat(100_000) }));
  const json = ['-H', 'content-type: application/json', '--data-binary', `@${large}`];
  const refusal = await request(caddy, '/api/auth/login', ...json);
  expect(refusal).toMatch(/^HTTP\/2 413/);
  expect(refusal).toContain('"code":"TOO_LARGE"');
});

it('Caddy says in Korean that the server is away', { timeout: 120_000 }, async () => {
  const caddy = await openCaddy(`127.0.0.1:${await findFreePort()}`);
  const page = await request(caddy, '/');
  expect(page).toMatch(/^HTTP\/2 503/);
  expect(page).toMatch(/^retry-after: 10/m);
  expect(page).toContain('지금은 홈페이지를 열 수 없습니다. 잠시 후 다시 시도해 주세요.');
  const answer = await request(caddy, '/api/studio');
  expect(answer).toMatch(/^HTTP\/2 503/);
  expect(answer).toMatch(/^content-type: application\/json/m);
  expect(answer).toContain('"code":"UNAVAILABLE"');
});

it('Caddy logs an error without the request', { timeout: 120_000 }, async () => {
  // Debian's Caddy logs only errors that have no page of their own.
  const removePages = (caddyfile: string): string =>
    caddyfile.replace(/\n\thandle_errors \{[^]*?\n\t\}\n/, '');
  const caddy = await openCaddy(`127.0.0.1:${await findFreePort()}`, removePages);
  const answer = await request(
    caddy,
    '/?phoneNumber=01012345678',
    '-H',
    'referer: https://a.kr/?token=secret',
  );
  expect(answer).toMatch(/^HTTP\/2 502/);
  await expect.poll(() => caddy.output()).toContain('connection refused');
  expect(caddy.output()).not.toMatch(/01012345678|secret/);
});

it('compose.yaml gives Caddy the ports, the variables and the file of the Caddyfile', async () => {
  const compose = await readFile('deploy/compose.yaml', 'utf8');
  const [service = ''] = /^  caddy:\n[^]*?\n\n/m.exec(compose) ?? [];
  const caddyfile = await readFile('deploy/Caddyfile', 'utf8');
  const variables = [...caddyfile.matchAll(/\{\$(\w+):/g)].map(([, name]) => name).toSorted();
  expect([...service.matchAll(/^      (\w+): /gm)].map(([, name]) => name).toSorted()).toEqual(variables);
  expect(service).toContain("ports: ['80:80', '443:443', '443:443/udp']");
  expect(service).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
  const port = /^EXPOSE (\d+)/m.exec(await readFile('deploy/Containerfile', 'utf8'))?.[1];
  expect(service).toContain(`UPSTREAM: site:${port}\n`);
  expect(caddyfile).toContain(`{$UPSTREAM:127.0.0.1:${port}}`);
});
