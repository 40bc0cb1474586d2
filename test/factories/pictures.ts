import type { privateFileEndpoints } from '#core/files/contract/private-files.ts';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import type { TestApp } from '#test/test-app.ts';
import type { SignedInMember } from './members.ts';
import { createTinyImage } from './photos.ts';

type WithAccessToken = Pick<SignedInMember, 'accessToken'>;

/** Requests a signed URL for a PNG file. */
export const requestPictureUpload = (
  app: TestApp,
  { accessToken: token }: WithAccessToken,
  contentLength: number,
): Promise<Response> =>
  app.post(
    '/api/private-file/upload-url',
    { fileName: '꽃.png', contentType: 'image/png', contentLength },
    { token },
  );

/** The URL as disk storage signs it, the headers and the name of the file. */
export const readSignedUpload = async (response: Response) => {
  if (response.status !== 200) throw new Error(`no address was given: ${await response.text()}`);
  const { signedUrl, headers, savedFileName } = (await response.json()) as ResponseOf<
    typeof privateFileEndpoints.createPictureUpload
  >;
  const { pathname, search } = new URL(signedUrl);
  return { url: pathname + search, headers, savedFileName };
};

/** Requests a signed URL and stores the file there; returns its name. */
export const uploadPicture = async (
  app: TestApp,
  { accessToken: token }: WithAccessToken,
  bytes?: Uint8Array,
): Promise<string> => {
  const picture = bytes ?? (await createTinyImage());
  const response = await requestPictureUpload(app, { accessToken: token }, picture.byteLength);
  const { savedFileName } = await readSignedUpload(response);
  await app.deps.storage.put(savedFileName, picture, 'image/png');
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
