import type { SignedInMember } from './members.ts';
import { createTinyImage } from './photos.ts';
import type { TestApp } from '#test/test-app.ts';

type WithAccessToken = Pick<SignedInMember, 'accessToken'>;

/** Requests a signed URL and stores the file there; returns its name. */
export const uploadPicture = async (
  app: TestApp,
  { accessToken: token }: WithAccessToken,
  bytes?: Uint8Array,
): Promise<string> => {
  const upload = { fileName: '꽃.png', contentType: 'image/png' };
  const response = await app.post('/api/private-file/upload-url', upload, { token });
  if (response.status !== 200) throw new Error(`no address was given: ${await response.text()}`);
  const { savedFileName } = (await response.json()) as { savedFileName: string };
  await app.deps.storage.put(savedFileName, bytes ?? (await createTinyImage()), 'image/png');
  return savedFileName;
};

export const savePicture = (
  app: TestApp,
  { accessToken: token }: WithAccessToken,
  savedFileName: string,
): Promise<Response> => app.post('/api/private-file', { savedFileName }, { token });

/** Uploads and saves a picture; returns its id. */
export const insertPicture = async (app: TestApp, member: WithAccessToken): Promise<string> => {
  const response = await savePicture(app, member, await uploadPicture(app, member));
  if (response.status !== 201) throw new Error(`not saved: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
};
