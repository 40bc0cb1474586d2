import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import type { Connection } from '#app/contract/connections.ts';
import { startSolapiServer } from '#test/fakes/solapi-server.ts';
import { createOwnedSite, logInAsOwner, send } from '#test/servers/owned-site.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';

const MARKER = 'Zmarker7secretQ';
const site = await createOwnedSite();
const backups = join(site.DATA_DIR, 'nightly');
const solapi = await startSolapiServer({
  key: 'KEY',
  secret: `${MARKER}-solapi`,
  sender: '0212345678',
  now: () => new Date(),
});
const env = { ...site, LOG_LEVEL: 'debug', ACCESS_LOG: 'on', SOLAPI_URL: solapi.url };
const servers: ServerProcess[] = [];
afterAll(async () => {
  for (const server of servers) await server.kill();
  await solapi.close();
});
const start = async (more: Record<string, string> = {}): Promise<ServerProcess> => {
  const server = await startServer({ ...env, ...more });
  servers.push(server);
  return server;
};

const entered = {
  solapi: { sender: '0212345678', apiKey: 'KEY', apiSecret: `${MARKER}-solapi` },
  mail: {
    host: 'smtp.invalid.example',
    port: '465',
    user: 'studio',
    password: `${MARKER}-mail`,
    from: 'studio@example.kr',
  },
  kakao: { clientId: 'ID', clientSecret: `${MARKER}-kakao`, adminKey: `${MARKER}-admin` },
  naver: { clientId: 'ID', clientSecret: `${MARKER}-naver` },
  google: { clientId: 'ID', clientSecret: `${MARKER}-google` },
  backup: {
    endpoint: 'https://s3.invalid.example',
    region: 'kr',
    bucket: 'backups',
    accessKeyId: 'ID',
    secretAccessKey: `${MARKER}-backup`,
  },
};

/** The files below a folder whose bytes, unpacked if they are compressed, contain the marker. */
const findMarked = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const marked: string[] = [];
  for (const entry of names.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
    if (text.includes(MARKER)) marked.push(file);
  }
  return marked;
};

/** Command lines and environments of all processes of this machine that may be read. */
const readProcesses = async (): Promise<string> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  const texts = await Promise.all(
    pids.flatMap((pid) =>
      ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')),
    ),
  );
  return texts.join('\n') + spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout;
};

const readAnswers = async (server: ServerProcess, token: string): Promise<string> => {
  const paths = ['/api/admin/connections', '/api/admin/settings', '/api/admin/desk', '/api/studio', '/login'];
  const texts = await Promise.all(paths.map(async (path) => (await send(server, path, token)).text()));
  return texts.join('\n');
};

it('S-141 a secret that an admin entered is nowhere in plain: database, backups, logs, answers, processes', async () => {
  const first = await start({ BACKUP_DIR: join(site.DATA_DIR, 'first') });
  const token = await logInAsOwner(first);
  for (const [name, values] of Object.entries(entered)) {
    const response = await fetch(`${first.url}/api/admin/connections/${name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ values, currentPassword: site['ADMIN_PASSWORD'] }),
    });
    expect(response.status, name).toBe(204);
  }
  for (const name of ['solapi', 'mail', 'backup'])
    expect((await send(first, `/api/admin/connections/${name}/trial`, token, {})).status).toBe(200);
  await send(first, '/oauth2/authorization/kakao?trial=on');
  expect(await readProcesses()).not.toContain(MARKER);
  expect(await readAnswers(first, token)).not.toContain(MARKER);
  expect(first.output()).not.toContain(MARKER);
  expect(await first.stop()).toBe(0);

  const second = await start({ BACKUP_DIR: backups });
  await expect
    .poll(async () => (await readdir(backups).catch(() => [])).join(' '), { timeout: 60_000 })
    .toContain('restore-check.json');
  const again = await logInAsOwner(second);
  const list = (await (await send(second, '/api/admin/connections', again)).json()) as Connection[];
  expect(list.filter(({ state }) => state === 'STORED').map(({ name }) => name)).toEqual(
    Object.keys(entered),
  );
  // The check of the backup has run in a process of its own.
  expect(await readProcesses()).not.toContain(MARKER);
  expect(second.output()).not.toContain(MARKER);
  expect(await second.stop()).toBe(0);
  // A file that has it is found.
  const control = join(site.DATA_DIR, 'control');
  await writeFile(control, `${MARKER}-control`);
  expect(await findMarked(site.DATA_DIR)).toEqual([control]);
}, 240_000);
