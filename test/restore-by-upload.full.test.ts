import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { encryptBackup } from '#app/server/operations/backup/encrypt-backup.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';

const root = await mkdtemp(join(tmpdir(), 'sajingwan-upload-'));
const servers: ServerProcess[] = [];
afterAll(async () => {
  for (const server of servers) await server.kill();
  await rm(root, { recursive: true, force: true });
});

const PASSPHRASE = '바다 건너 세 번째 등대';
const owner = { loginId: 'studio.owner', password: 'Owner!Pass7', name: '김사진' };
const PART_BYTES = 1024 * 1024;

const start = async (name: string, others: Record<string, string> = {}): Promise<ServerProcess> => {
  const server = await startServer({ DATA_DIR: join(root, name), ...others });
  servers.push(server);
  return server;
};
const tokenOf = (server: ServerProcess): string => /\/setup\?token=([\w-]+)/.exec(server.output())?.[1] ?? '';
const post = (url: string, path: string, body: object, token?: string): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
const logIn = async (url: string): Promise<string> => {
  const { loginId, password } = owner;
  const response = await post(url, '/api/auth/login', { loginId, password });
  expect(response.status).toBe(200);
  const { accessToken } = (await response.json()) as { accessToken: string };
  return accessToken;
};

/** What visitors and the owner see, without addresses and times of the request. */
const readAnswers = async (url: string): Promise<string[]> => {
  const authorization = `Bearer ${await logIn(url)}`;
  const answers: string[] = [];
  for (const path of [
    '/api/studio',
    '/api/photo?category=FOOD',
    '/api/question',
    '/api/admin/members',
    '/api/admin/question/counts',
    '/api/admin/settings',
    '/privacy',
  ]) {
    const response = await fetch(url + path, { headers: { authorization } });
    expect(response.status, path).toBe(200);
    answers.push(`${path} ${(await response.text()).replaceAll(url, '')}`);
  }
  return answers;
};

/** Makes a backup of a running studio that has an admin, and encrypts it. */
const makeBackupFile = async (studio: ServerProcess, name: string): Promise<string> => {
  const backup = join(root, 'sajingwan-20261127T000000Z');
  const { status, stderr } = spawnSync(process.execPath, ['dist/server/cli.js', 'backup', backup], {
    env: { PATH: process.env.PATH, DATA_DIR: join(root, name), LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(studio.exitReason()).toBeNull();
  const file = join(root, 'backup.tar.age');
  await pipeline(Readable.from(await encryptBackup(backup, PASSPHRASE)), createWriteStream(file));
  return file;
};

/** Sends the beginning of a part on a connection of its own, and breaks the connection off. */
const sendAndCut = async (url: string, token: string, offset: number, part: Buffer): Promise<void> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `PUT /uploads/restore?offset=${offset} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
      `Authorization: Bearer ${token}\r\nContent-Length: ${part.byteLength}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.write(part.subarray(0, part.byteLength / 2), () => resolve()));
  await sleep(200);
  socket.destroy();
};

const begin = async (url: string, token: string, file: string): Promise<number> => {
  const { size, mtimeMs } = await stat(file);
  const body = { token, bytes: size, modifiedAt: Math.floor(mtimeMs) };
  const response = await post(url, '/api/setup/restore', body);
  expect(response.status).toBe(200);
  return ((await response.json()) as { receivedBytes: number }).receivedBytes;
};

/** Uploads the file. The first `cuts` parts are cut off in their middle. Resolves to the offsets at which parts began. */
const upload = async (url: string, token: string, file: string, cuts: number): Promise<number[]> => {
  const { size } = await stat(file);
  const handle = await open(file);
  const offsets: number[] = [];
  let offset = await begin(url, token, file);
  while (offset < size) {
    offsets.push(offset);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, offset);
    const part = buffer.subarray(0, bytesRead);
    if (offsets.length <= cuts) await sendAndCut(url, token, offset, part);
    else {
      const response = await fetch(`${url}/uploads/restore?offset=${offset}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body: part,
      });
      expect(response.status).toBe(200);
    }
    offset = await begin(url, token, file);
  }
  await handle.close();
  return offsets;
};

interface State {
  readonly isRestored: boolean;
  readonly isRestoring: boolean;
  readonly error: string | null;
}

/** Waits until the restore has ended; the server does not answer while it starts again. */
const waitUntilEnded = async (url: string, token: string): Promise<State> => {
  while (true) {
    await sleep(250);
    const response = await post(url, '/api/setup/restore/state', { token }).catch(() => null);
    if (response === null) continue;
    const state = (await response.json()) as State;
    if (!state.isRestoring) return state;
  }
};

const findChild = (pid: number): string =>
  spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.trim();

it('S-130 S-137 S-139 a backup that is cut off five times on its way replaces an unused site, which gives the same answers', async () => {
  const studio = await start('studio');
  expect((await post(studio.url, '/api/setup', { token: tokenOf(studio), ...owner })).status).toBe(201);
  const file = await makeBackupFile(studio, 'studio');
  const expected = await readAnswers(studio.url);

  const fresh = await start('fresh');
  const token = tokenOf(fresh);
  const offsets = await upload(fresh.url, token, file, 5);
  // Each of the five got further than the one before.
  expect(offsets.slice(0, 6)).toEqual([...new Set(offsets.slice(0, 6))].toSorted((a, b) => a - b));
  expect(offsets.length).toBeGreaterThan(5);

  await post(fresh.url, '/api/setup/restore/finish', { token, passphrase: 'another passphrase' });
  expect(await waitUntilEnded(fresh.url, token)).toMatchObject({
    isRestored: false,
    error: '암호가 맞지 않습니다. 백업을 내려받을 때 정한 암호를 입력해 주세요.',
  });
  const { pid } = fresh;
  expect((await post(fresh.url, '/api/setup/restore/finish', { token, passphrase: PASSPHRASE })).status).toBe(
    204,
  );
  const commandLines: string[] = [];
  for (let child = findChild(pid); child !== ''; child = findChild(pid)) {
    const files = [`/proc/${child}/cmdline`, `/proc/${child}/environ`];
    commandLines.push(...(await Promise.all(files.map((name) => readFile(name, 'utf8').catch(() => '')))));
    await sleep(100);
  }
  expect(await waitUntilEnded(fresh.url, token)).toMatchObject({ isRestored: true });

  expect(await readAnswers(fresh.url)).toEqual(expected);
  expect((await post(fresh.url, '/api/setup', { token, ...owner, loginId: 'second' })).status).toBe(400);
  expect(commandLines.length).toBeGreaterThan(0);
  const output = `${fresh.output()}${commandLines.join('')}`;
  expect(output).toContain('restore-worker.js');
  expect(output).not.toContain(PASSPHRASE);
  // The setup link is printed once, at the first start.
  expect(output.split(token)).toHaveLength(2);
  await expect(stat(join(root, 'fresh/restore'))).rejects.toThrow('ENOENT');
  expect(await readFile(join(root, 'fresh/auth-secret'), 'utf8')).toBe(
    await readFile(join(root, 'studio/auth-secret'), 'utf8'),
  );
  expect(await fresh.stop()).toBe(0);
});
