import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDiskStorage } from '#platform/server/ports/storage/disk-storage.ts';
import { createUploadSigner } from '#platform/server/ports/storage/upload-signer.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { createTinyImage, createUploader, requestUpload } from '#test/factories/photos.ts';
import { readSignedUpload, requestPictureUpload, savePicture } from '#test/factories/pictures.ts';
import { overrideStorage } from '#test/fakes/fault-injection.ts';
import { createSecondServer, createTestApp, readError } from '#test/test-app.ts';
import { putUpload } from '#test/test-storage.ts';
import { MIN_FREE_BYTES } from './admit-upload.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'sajingwan-admission-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const app = await createTestApp();
const storage = createDiskStorage(folder, createUploadSigner(app.deps.authSecret));
const createServerWithFreeSpace = (freeBytes: number) =>
  createSecondServer(app, {
    storage: overrideStorage(storage, { freeBytes: () => Promise.resolve(freeBytes) }),
  });
const server = createServerWithFreeSpace(MIN_FREE_BYTES);
const member = await insertMember(app);

const signUpload = async (bytes: number) =>
  readSignedUpload(await requestPictureUpload(server, member, bytes));

describe('on a nearly full disk', () => {
  const full = createServerWithFreeSpace(MIN_FREE_BYTES - 1);
  const refusal = {
    status: 507,
    code: 'STORAGE_FULL',
    message: '저장 공간이 부족해 지금은 사진을 업로드할 수 없습니다. 나중에 다시 업로드해 주세요.',
  };

  it('no URL is signed, neither for a member nor for an admin', async () => {
    expect(await readError(await requestPictureUpload(full, member, 100))).toEqual(refusal);
    const admin = createUploader(full, (await insertAdmin(app)).id);
    expect(await readError(await requestUpload(admin))).toEqual(refusal);
    expect((await requestPictureUpload(server, member, 100)).status).toBe(200);
  });

  it('a URL that was signed before accepts no file', async () => {
    const picture = new Uint8Array(await createTinyImage());
    const signed = await signUpload(picture.byteLength);
    expect(await readError(await putUpload(full.hono, signed, picture))).toEqual(refusal);
    expect(await storage.stat(signed.savedFileName)).toBeNull();
    expect((await putUpload(server.hono, signed, picture)).status).toBe(200);
  });
});

it('the URL of a saved picture accepts no second file', async () => {
  const picture = new Uint8Array(await createTinyImage());
  const signed = await signUpload(picture.byteLength);
  expect((await putUpload(server.hono, signed, picture)).status).toBe(200);
  expect((await savePicture(server, member, signed.savedFileName)).status).toBe(201);
  const again = await putUpload(server.hono, signed, picture);
  expect(await readError(again)).toMatchObject({ status: 403, code: 'UPLOAD_REFUSED' });
  expect(await storage.stat(signed.savedFileName)).toBeNull();
});
