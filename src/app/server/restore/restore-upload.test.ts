import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { members, setupLinks } from '#core/auth/server/tables.ts';
import { createInvitation, createSetupLink } from '#features/members/server/setup/setup-links.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import { createApp } from '../app.ts';
import type { RestoreUploadOptions } from './restore-upload.ts';
import { UnusableFileError } from './unpack-backup.ts';

const app = await createTestApp();
const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-restore-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const PASSPHRASE = '바다 건너 세 번째 등대';
const INVALID = { status: 400, code: 'SETUP_LINK_INVALID' };
const NOTHING = { isRestored: false, isPossible: false, file: null, isRestoring: false, error: null };
const REFUSED = { status: 403, code: 'UPLOAD_REFUSED' };
const content = Buffer.from('age-encryption.org/v1 and the rest');
const chosen = { bytes: content.byteLength, modifiedAt: 1_764_000_000_000 };

type Restore = NonNullable<RestoreUploadOptions['restore']>;
const restore = vi.fn<Restore>();
const restart = vi.fn<NonNullable<RestoreUploadOptions['restart']>>();
let freeBytes = Infinity;
const deps = { ...app.deps, env: { ...app.deps.env, dataDir } };
const site = createApp(deps, {
  restore: { restart, restore, freeBytes: () => Promise.resolve(freeBytes) },
});

const post = (path: string, body: object, target = site): Promise<Response> =>
  Promise.resolve(
    target.request(`/api/setup/restore${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  );
const readState = async (token: string): Promise<unknown> => (await post('/state', { token })).json();
const begin = (token: string, changes: object = {}): Promise<Response> =>
  post('', { token, ...chosen, ...changes });
const put = (
  token: string,
  offset: number | string,
  body: BodyInit,
  length = Buffer.byteLength(body as Buffer),
): Promise<Response> =>
  Promise.resolve(
    site.request(`/uploads/restore?offset=${offset}`, {
      method: 'PUT',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-length': String(length) },
      duplex: 'half',
    } as RequestInit),
  );
const finish = (token: string, passphrase = PASSPHRASE): Promise<Response> =>
  post('/finish', { token, passphrase });
const upload = async (token: string): Promise<void> => {
  await begin(token);
  expect((await put(token, 0, content)).status).toBe(200);
};
const waitUntilEnded = (token: string) =>
  vi.waitFor(async () => {
    const state = await readState(token);
    expect(state).toMatchObject({ isRestoring: false });
    return state as { error: string | null };
  });

const createToken = async (): Promise<string> =>
  new URL((await createSetupLink(app.deps)) ?? '').searchParams.get('token') ?? '';

beforeEach(async () => {
  await app.db.delete(setupLinks);
  await app.db.delete(members);
  await rm(join(dataDir, 'restore'), { recursive: true, force: true });
  restore.mockReset().mockResolvedValue();
  restart.mockReset().mockResolvedValue();
  freeBytes = Infinity;
});

it('an upload continues where it was interrupted, and another file begins anew', async () => {
  const token = await createToken();
  expect(await (await begin(token)).json()).toEqual({ receivedBytes: 0 });
  await put(token, 0, content.subarray(0, 10));
  await put(token, 10, content.subarray(10, 12));
  expect(await readState(token)).toEqual({
    isRestored: false,
    isPossible: true,
    file: { ...chosen, receivedBytes: 12 },
    isRestoring: false,
    error: null,
  });
  expect(await (await begin(token)).json()).toEqual({ receivedBytes: 12 });
  await put(token, 12, content.subarray(12));
  expect(await readFile(join(dataDir, 'restore/upload'))).toEqual(content);
  expect(await (await begin(token, { modifiedAt: 1 })).json()).toEqual({ receivedBytes: 0 });
});

it('a part that breaks off keeps what arrived', async () => {
  const token = await createToken();
  await begin(token);
  let breakOff: (() => void) | undefined;
  const broken = new ReadableStream({
    start: (controller) => {
      controller.enqueue(content.subarray(0, 5));
      breakOff = () => controller.error(new Error('the connection is gone'));
    },
  });
  const sent = put(token, 0, broken, 20);
  await vi.waitFor(async () => expect(await readState(token)).toMatchObject({ file: { receivedBytes: 5 } }));
  breakOff?.();
  expect((await sent).status).toBe(400);
  expect(await (await begin(token)).json()).toEqual({ receivedBytes: 5 });
});

it('a connection that hangs does not keep a new one from continuing', async () => {
  const token = await createToken();
  await begin(token);
  const hanging = new ReadableStream({ start: (controller) => controller.enqueue(content.subarray(0, 7)) });
  const stalled = put(token, 0, hanging, 20);
  await vi.waitFor(async () => expect(await readState(token)).toMatchObject({ file: { receivedBytes: 7 } }));
  expect(await readError(await put(token, 7, content.subarray(7)))).toMatchObject({ code: 'UPLOAD_BUSY' });
  expect(await (await begin(token)).json()).toEqual({ receivedBytes: 7 });
  expect((await stalled).status).toBe(400);
  expect((await put(token, 7, content.subarray(7))).status).toBe(200);
});

it('S-130 nothing is answered or stored without the token of a valid setup link', async () => {
  const token = await createToken();
  await begin(token);
  for (const wrong of ['', 'a'.repeat(32)]) {
    expect(await readState(wrong)).toEqual(NOTHING);
    expect(await readError(await begin(wrong))).toMatchObject(INVALID);
    expect(await readError(await put(wrong, 0, content))).toMatchObject(INVALID);
    expect(await readError(await finish(wrong))).toMatchObject(INVALID);
  }
  expect(await readFile(join(dataDir, 'restore/upload'), 'utf8')).toBe('');
  app.clock.advance(30 * 60_000);
  expect(await readError(await put(token, 0, content))).toMatchObject(INVALID);
  expect(restore).not.toHaveBeenCalled();
});

it('S-130 parts and a running restore keep the link valid, but looking at the state does not', async () => {
  const token = await createToken();
  await begin(token);
  app.clock.advance(29 * 60_000);
  await put(token, 0, content);
  app.clock.advance(29 * 60_000);
  expect(await readState(token)).toMatchObject({ isPossible: true });
  app.clock.advance(2 * 60_000);
  expect(await readState(token)).toEqual(NOTHING);
});

it('S-131 the link of an invitation, and a link after the first admin was created, restore nothing', async () => {
  const token = await createToken();
  await upload(token);
  const admin = await insertAdmin(app);
  const change = { member: admin, caller: { ip: '203.0.113.1' }, now: app.clock.now() };
  const { token: invited } = await createInvitation(app.db, change);
  for (const wrong of [token, invited]) {
    expect(await readState(wrong)).toEqual(NOTHING);
    expect(await readError(await begin(wrong))).toMatchObject(INVALID);
    expect(await readError(await put(wrong, 0, content))).toMatchObject(INVALID);
    expect(await readError(await finish(wrong))).toMatchObject(INVALID);
  }
  expect(restore).not.toHaveBeenCalled();
});

it('S-132 a site that somebody has used is not replaced', async () => {
  const token = await createToken();
  await insertMember(app);
  expect(await readState(token)).toMatchObject({ isPossible: false });
  expect(await readError(await begin(token))).toMatchObject({ status: 404 });
});

it('S-132 a site that somebody uses during the restore is not replaced', async () => {
  const token = await createToken();
  await upload(token);
  restore.mockImplementation(() => insertMember(app).then(() => undefined));
  restart.mockImplementation((beforeClosing) => beforeClosing());
  expect((await finish(token)).status).toBe(204);
  await waitUntilEnded(token);
  expect(restart).toHaveBeenCalledOnce();
  expect(await readdir(join(dataDir, 'restore'))).not.toContain('complete');
});

it('S-132 PostgreSQL, a bucket and a server that cannot start again have no restore by upload', async () => {
  const token = await createToken();
  for (const env of [
    { ...deps.env, databaseUrl: 'postgres://elsewhere' },
    { ...deps.env, storage: { kind: 's3' } as never },
  ]) {
    const other = createApp({ ...deps, env }, { restore: { restart, restore } });
    expect(await (await post('/state', { token }, other)).json()).toMatchObject({ isPossible: false });
    expect((await post('', { token, ...chosen }, other)).status).toBe(404);
  }
  const other = createApp(deps);
  expect((await post('', { token, ...chosen }, other)).status).toBe(404);
});

it('S-133 too little space is found before the upload, and a part never exceeds the announced size', async () => {
  const token = await createToken();
  freeBytes = 1_000_000_000 + 3 * chosen.bytes - 1;
  expect(await readError(await begin(token))).toMatchObject({ status: 507, code: 'STORAGE_FULL' });
  freeBytes += 1;
  expect((await begin(token)).status).toBe(200);
  const tooLong = Buffer.concat([content, content]);
  for (const [offset, body] of [
    [0, tooLong],
    [1, content],
    ['x', content],
    [-1, content],
  ] as const)
    expect(await readError(await put(token, offset, body)), String(offset)).toMatchObject(REFUSED);
  const huge = 8 * 1024 * 1024 + 1;
  await begin(token, { bytes: 2 * huge });
  expect(await readError(await put(token, 0, content, huge))).toMatchObject(REFUSED);
  expect(await readError(await put(token, 0, content, NaN))).toMatchObject({ status: 411 });
  expect((await begin(token, { bytes: 200_000_000_001 })).status).toBe(400);
  expect(await readFile(join(dataDir, 'restore/upload'), 'utf8')).toBe('');
});

it('S-135 after a wrong passphrase the file stays for another try', async () => {
  const token = await createToken();
  expect(await readError(await finish(token))).toMatchObject(REFUSED);
  await upload(token);
  restore.mockRejectedValueOnce(new OperatorError('암호가 맞지 않습니다.'));
  await finish(token, 'another passphrase');
  expect(await waitUntilEnded(token)).toMatchObject({ error: '암호가 맞지 않습니다.', file: chosen });
  expect(restart).not.toHaveBeenCalled();
  expect((await finish(token)).status).toBe(204);
  await vi.waitFor(() => expect(restart).toHaveBeenCalledOnce());
  expect(restore.mock.calls.map(([, passphrase]) => passphrase)).toEqual(['another passphrase', PASSPHRASE]);
});

it('S-137 an unusable file and a failed restore leave the site as it was', async () => {
  const token = await createToken();
  await upload(token);
  restore.mockRejectedValueOnce(new Error('out of memory'));
  await finish(token);
  const failed = await waitUntilEnded(token);
  expect(failed.error).toBe('백업을 복원하지 못했습니다. 서버 기록을 확인해 주세요.');
  restore.mockRejectedValueOnce(new UnusableFileError('파일이 손상되었습니다.'));
  await finish(token);
  expect(await waitUntilEnded(token)).toMatchObject({ error: '파일이 손상되었습니다.', file: null });
  expect(restart).not.toHaveBeenCalled();
  expect(await readdir(dataDir)).toEqual([]);
});

it('a restore that is running is not begun again, and takes no more parts', async () => {
  const token = await createToken();
  await upload(token);
  let resolve = (): void => undefined;
  restore.mockReturnValueOnce(new Promise((done) => (resolve = done)));
  await finish(token);
  expect(await readState(token)).toMatchObject({ isRestoring: true });
  expect(await readError(await finish(token))).toMatchObject({ code: 'UPLOAD_BUSY' });
  expect(await readError(await begin(token))).toMatchObject({ code: 'UPLOAD_BUSY' });
  expect(await readError(await put(token, content.byteLength, content))).toMatchObject(REFUSED);
  resolve();
  await waitUntilEnded(token);
  expect(restore).toHaveBeenCalledOnce();
});
