import type { TestApp } from '#test/test-app.ts';
import { uploadPicture } from './pictures.ts';

/** An SVG with this content and a size of 100 by 100. */
export const svgOf = (content: string, attributes = 'width="100" height="100"'): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );

interface Admin {
  readonly accessToken: string;
}

export const postLogo = async (app: TestApp, admin: Admin, bytes: Uint8Array): Promise<Response> =>
  app.post(
    '/api/admin/logo',
    { savedFileName: await uploadPicture(app, admin, bytes) },
    { token: admin.accessToken },
  );

/** Uploads and saves a logo; returns its name. */
export const insertLogo = async (app: TestApp, admin: Admin, bytes: Uint8Array): Promise<string> => {
  const response = await postLogo(app, admin, bytes);
  if (response.status !== 201) throw new Error(`not saved: ${await response.text()}`);
  return ((await response.json()) as { logo: string }).logo;
};
