import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSession } from '#core/auth/server/sessions/create-session.ts';
import { insertAdmin, insertMember, type SignedInMember } from '#test/factories/members.ts';
import { createTinyImage, createUploader, requestUpload } from '#test/factories/photos.ts';
import {
  insertPicture,
  readSignedUpload,
  requestPictureUpload,
  savePicture,
  uploadPicture,
} from '#test/factories/pictures.ts';
import { overrideStorage } from '#test/fakes/fault-injection.ts';
import { createSecondServer, createTestApp, readError } from '#test/test-app.ts';
import { maintainPhotos } from '../storage/photo-maintenance.ts';
import { privateFiles, uploadIntents } from '../tables.ts';

const MINUTE_MS = 60_000;
// The store uses the system clock.
const app = await createTestApp({ now: new Date().toISOString() });
const { db, storage } = app.deps;
const maintain = () => maintainPhotos(app.deps, new AbortController().signal);

const countSaved = ({ id }: SignedInMember) => db.$count(privateFiles, eq(privateFiles.memberId, id));
const countOpen = ({ id }: SignedInMember) => db.$count(uploadIntents, eq(uploadIntents.memberId, id));
const countStatuses = async (responses: readonly Promise<Response>[]): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(responses)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** The member with a new token, because the clock was moved. */
const logInAgain = async (member: SignedInMember): Promise<SignedInMember> => {
  const session = { memberId: member.id, role: 'MEMBER', ip: '203.0.113.1', userAgent: 'test' } as const;
  return { ...member, ...(await createSession(app.deps, session)) };
};

/** A server whose renderings wait until the test opens the gate. Lists the staged files in the order in which they are read. */
const createGatedServer = () => {
  const read: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  // A failed test must not leave the queue blocked.
  onTestFinished(open);
  const server = createSecondServer(app, {
    storage: overrideStorage(storage, {
      read: async (key) => {
        if (!key.startsWith('staging/')) return storage.read(key);
        read.push(key);
        await gate;
        return storage.read(key);
      },
    }),
  });
  return { server, read, open };
};

describe('the limit of pictures that are being uploaded or belong to no reservation', () => {
  it('of 30 upload URLs requested at once ten are signed, on two servers together', async () => {
    const member = await insertMember(app);
    const servers = [app, createSecondServer(app)];
    const requests = servers.flatMap((server) => times(15, () => requestPictureUpload(server, member, 100)));
    expect(await countStatuses(requests)).toEqual({ 200: 10, 409: 20 });
    expect(await countOpen(member)).toBe(10);
  });

  it('saved pictures and open uploads count together', async () => {
    const member = await insertMember(app);
    for (let count = 0; count < 4; count += 1) await insertPicture(app, member);
    const statuses = await countStatuses(times(16, () => requestPictureUpload(app, member, 100)));
    expect(statuses).toEqual({ 200: 6, 409: 10 });
  });

  it('a picture that is saved after its upload expired is refused when ten others were begun meanwhile', async () => {
    const member = await insertMember(app);
    const name = await uploadPicture(app, member);
    const { server, read, open } = createGatedServer();
    const saving = savePicture(server, member, name);
    await expect.poll(() => read).toEqual([name]);
    app.clock.advance(15 * MINUTE_MS);
    const later = await logInAgain(member);
    const statuses = await countStatuses(times(11, () => requestPictureUpload(app, later, 100)));
    expect(statuses).toEqual({ 200: 10, 409: 1 });
    open();
    expect(await readError(await saving)).toMatchObject({ status: 409, code: 'TOO_MANY_PICTURES' });
    expect(await countSaved(member)).toBe(0);
  });

  it('30 parallel saves of ten uploads keep ten pictures', async () => {
    const member = await insertMember(app);
    const names = await Promise.all(times(10, () => uploadPicture(app, member)));
    const saved = new Set<string>();
    // At most three at a time are not refused with 429.
    for (let round = 0; round < 10 && saved.size < 10; round += 1) {
      const open = names.filter((name) => !saved.has(name));
      await Promise.all(
        [...open, ...open, ...open].map(async (name) => {
          if ((await savePicture(app, member, name)).status === 201) saved.add(name);
        }),
      );
    }
    expect(await countSaved(member)).toBe(10);
    expect((await requestPictureUpload(app, member, 100)).status).toBe(409);
  });

  it('a file that is no picture makes room at once', async () => {
    const member = await insertMember(app);
    const name = await uploadPicture(app, member, Buffer.from('<html></html>'));
    expect((await savePicture(app, member, name)).status).toBe(400);
    expect(await countOpen(member)).toBe(0);
    expect(await storage.stat(name)).toBeNull();
  });

  it('an upload whose file has not arrived when it is saved still counts', async () => {
    const member = await insertMember(app);
    const { savedFileName } = await readSignedUpload(await requestPictureUpload(app, member, 100));
    expect((await savePicture(app, member, savedFileName)).status).toBe(400);
    expect(await countOpen(member)).toBe(1);
  });

  it('photos that an admin uploads do not count', async () => {
    const admin = await insertAdmin(app);
    const uploader = createUploader(app, admin.id);
    for (let count = 0; count < 10; count += 1) await requestUpload(uploader);
    expect((await requestPictureUpload(app, admin, 100)).status).toBe(200);
  });
});

describe('the upload of a picture', () => {
  it('an unsaved one is deleted with its file when its 15 minutes are over', async () => {
    const member = await insertMember(app);
    const name = await uploadPicture(app, member);
    app.clock.advance(15 * MINUTE_MS - 1);
    await maintain();
    expect(await storage.stat(name)).not.toBeNull();
    app.clock.advance(1);
    await maintain();
    expect(await countOpen(member)).toBe(0);
    expect(await storage.stat(name)).toBeNull();
  });

  it('the file is deleted when it is saved, and again when its URL was used meanwhile', async () => {
    const member = await insertMember(app);
    const name = await uploadPicture(app, member);
    expect((await savePicture(app, member, name)).status).toBe(201);
    expect(await storage.stat(name)).toBeNull();
    await storage.put(name, await createTinyImage(), 'image/png');
    app.clock.advance(15 * MINUTE_MS);
    await maintain();
    expect(await storage.stat(name)).toBeNull();
  });

  it('the file is deleted within 15 minutes when the account is deleted', async () => {
    const member = await insertMember(app);
    const name = await uploadPicture(app, member);
    const token = member.accessToken;
    expect((await app.delete('/api/member', {}, { token })).status).toBe(204);
    app.clock.advance(15 * MINUTE_MS);
    await maintain();
    expect(await storage.stat(name)).toBeNull();
  });

  it.each([
    [undefined, '파일을 선택해 주세요.'],
    [10 * 1024 * 1024 + 1, '10MB까지 업로드할 수 있습니다.'],
  ])('no URL is signed for %s bytes', async (contentLength, message) => {
    const { accessToken: token } = await insertMember(app);
    const body = { fileName: '꽃.png', contentType: 'image/png', contentLength };
    const response = await app.post('/api/private-file/upload-url', body, { token });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { contentLength: message } });
  });

  it('a staged file of more than 10 MB is refused when it is saved', async () => {
    const member = await insertMember(app);
    const name = await uploadPicture(app, member);
    await storage.put(name, new Uint8Array(10 * 1024 * 1024 + 1), 'image/png');
    const response = await savePicture(app, member, name);
    expect(await response.json()).toMatchObject({ fields: { file: '10MB까지 업로드할 수 있습니다.' } });
  });
});

it('a member’s fourth picture is refused while one is rendered and two wait', async () => {
  const member = await insertMember(app);
  const names = await Promise.all(times(4, () => uploadPicture(app, member)));
  const { server, read, open } = createGatedServer();
  const saves = names.map((name) => savePicture(server, member, name));
  const refused = await Promise.any(saves);
  await expect.poll(() => read).toHaveLength(1);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await readError(refused)).toEqual({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: '앞서 업로드하신 사진을 처리하고 있습니다. 잠시 후 다시 업로드해 주세요.',
  });
  open();
  expect(await countStatuses(saves)).toEqual({ 201: 3, 429: 1 });
});
