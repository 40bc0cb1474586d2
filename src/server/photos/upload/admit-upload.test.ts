import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createDiskStorage } from '#server/ports/storage/disk-storage.ts';
import { createUploadSigner } from '#server/ports/storage/upload-signer.ts';
import { insertMember } from '#test/factories/members.ts';
import { createTinyImage } from '#test/factories/photos.ts';
import { readSignedUpload, requestPictureUpload, savePicture } from '#test/factories/pictures.ts';
import { createSecondServer, createTestApp, readError } from '#test/test-app.ts';
import { putUpload } from '#test/test-storage.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'sajingwan-admission-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const app = await createTestApp();
const storage = createDiskStorage(folder, createUploadSigner(app.deps.authSecret));
const server = createSecondServer(app, { storage });
const member = await insertMember(app);

const signUpload = async (bytes: number) =>
  readSignedUpload(await requestPictureUpload(server, member, bytes));

it('the URL of a saved picture accepts no second file', async () => {
  const picture = new Uint8Array(await createTinyImage());
  const signed = await signUpload(picture.byteLength);
  expect((await putUpload(server.hono, signed, picture)).status).toBe(200);
  expect((await savePicture(server, member, signed.savedFileName)).status).toBe(201);
  const again = await putUpload(server.hono, signed, picture);
  expect(await readError(again)).toMatchObject({ status: 403, code: 'UPLOAD_REFUSED' });
  expect(await storage.stat(signed.savedFileName)).toBeNull();
});
