import { afterAll, expect, it } from 'vitest';
import { startSolapiServer } from '#test/fakes/solapi-server.ts';
import { createOwnedSite, logInAsOwner } from '#test/servers/owned-site.ts';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';

const account = { key: 'KEY', secret: 'SECRET', sender: '0212345678' };
const site = await createOwnedSite();
const postgres = await startPostgresServer();
const solapi = await startSolapiServer({ ...account, now: () => new Date() });
const servers: ServerProcess[] = [];
afterAll(async () => {
  for (const server of servers) await server.kill();
  await postgres.stop();
  await solapi.close();
});

const start = async (): Promise<ServerProcess> => {
  const server = await startServer({
    ...site,
    DATABASE_URL: `${postgres.url}postgres`,
    AUTH_SECRET: 'a secret that both servers of the test share',
    PUBLIC_URL: 'https://studio.example.kr',
    SOLAPI_URL: solapi.url,
  });
  servers.push(server);
  return server;
};

/** How codes reach visitors, as the API and the page of the registration say it. */
const answers = async ({ url }: ServerProcess): Promise<string> => {
  const { codeDelivery } = (await (await fetch(`${url}/api/studio`)).json()) as { codeDelivery: string };
  const page = await (await fetch(`${url}/register`)).text();
  return `${codeDelivery} ${page.length}`;
};

it('a changed connection works in both processes within a second', async () => {
  const [first, second] = [await start(), await start()];
  const token = await logInAsOwner(first);
  const change = (method: 'PUT' | 'DELETE', body: object) =>
    fetch(`${first.url}/api/admin/connections/solapi`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...body, currentPassword: site['ADMIN_PASSWORD'] }),
    });
  // Both have stored the pages of a site that sends no codes.
  const before = await Promise.all([answers(first), answers(second)]);
  expect(before[0]).toMatch(/^NONE/);
  expect(before[1]).toBe(before[0]);
  const values = { sender: account.sender, apiKey: account.key, apiSecret: account.secret };
  expect((await change('PUT', { values })).status).toBe(204);
  for (const server of [first, second])
    await expect.poll(() => answers(server), { timeout: 1_000, interval: 20 }).toMatch(/^SMS/);
  // Only the first server was told the keys.
  const sent = await fetch(`${second.url}/api/member/send-code?phoneNumber=01012345678`, { method: 'POST' });
  expect([sent.status, solapi.accepted.map(({ to }) => to)]).toEqual([200, ['01012345678']]);
  expect((await change('DELETE', {})).status).toBe(204);
  for (const server of [first, second])
    await expect.poll(() => answers(server), { timeout: 1_000, interval: 20 }).toBe(before[0]);
});
