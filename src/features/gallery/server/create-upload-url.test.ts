import { describe, expect, it } from 'vitest';
import type { UploadType } from '#core/files/contract/photo-uploads.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { requestUpload, createUploader } from '#test/factories/photos.ts';
import { readError, createSecondServer, createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const admin = createUploader(app, (await insertAdmin(app)).id);
const PATH = '/api/admin/photo/generate-signed-url';
const KEY = /^staging\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp|avif)$/;

interface Signed {
  readonly signedUrl: string;
  readonly savedFileName: string;
  readonly headers: Record<string, string>;
}
const signedOf = async (response: Response): Promise<Signed> => (await response.json()) as Signed;

describe('requesting an upload URL', () => {
  it.each([
    ['image/jpeg', '꽃.JPEG', 'jpg'],
    ['image/png', 'a.png', 'png'],
    ['image/webp', 'a.b.webp', 'webp'],
    ['image/avif', 'a.avif', 'avif'],
  ] as const)('of %s named %s ends in .%s and binds the type', async (contentType, fileName, ending) => {
    const { savedFileName, signedUrl, headers } = await signedOf(
      await requestUpload(admin, { contentType, fileName }),
    );
    expect(savedFileName).toMatch(KEY);
    expect(savedFileName).toMatch(new RegExp(`\\.${ending}$`));
    expect(new URL(signedUrl).pathname.endsWith(savedFileName)).toBe(true);
    expect(headers['content-type']).toBe(contentType);
  });

  it.each([
    '../../etc/passwd.png',
    'a.jpg/../../x.png',
    'con.png',
    '.htaccess.png',
    'a%00.png',
    `${'가'.repeat(251)}.png`,
  ])('S-070 never holds the name %s', async (fileName) => {
    const { savedFileName, signedUrl } = await signedOf(await requestUpload(admin, { fileName }));
    expect(savedFileName).toMatch(KEY);
    expect(signedUrl).not.toContain('..');
    expect(signedUrl).not.toContain('%00');
  });

  it.each([
    '../../etc/passwd',
    'a.jpg/../../x',
    'a.png%00.html',
    '.htaccess',
    'con',
    'a\u0000.png',
    'gpj.\u202Egnp.png',
    `${'a'.repeat(5_000)}.png`,
    '',
  ])('S-070 is refused for %j', async (fileName) => {
    expect(await readError(await requestUpload(admin, { fileName }))).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    });
  });

  it.each([
    ['a.svg', 'image/svg+xml'],
    ['a.html', 'text/html'],
    ['a.gif', 'image/gif'],
    ['a.jpg', 'image/jpeg;charset=x\r\nX:y'],
    ['a.png', 'image/jpeg'],
    ['a.html', 'image/jpeg'],
  ])('S-071 is refused for %s as %s', async (fileName, contentType) => {
    const response = await requestUpload(admin, { fileName, contentType: contentType as UploadType });
    expect(response.status).toBe(400);
  });

  it.each([0, -1, 1.5, 80 * 1024 * 1024 + 1])(
    'S-071 an upload URL for %d bytes is rejected',
    async (contentLength) => {
      expect((await requestUpload(admin, { contentLength })).status).toBe(400);
    },
  );

  it('S-071 members cannot request an upload URL', async () => {
    const { accessToken: token } = await insertMember(app);
    const body = { fileName: 'a.png', contentType: 'image/png' };
    expect((await app.post(PATH, body, { token })).status).toBe(403);
    expect((await app.post(PATH, body)).status).toBe(401);
  });
});

describe('upload URLs of disk storage', () => {
  const storage = {
    ...app.deps.storage,
    signUpload: () => Promise.resolve({ url: '/uploads/x?y=1', headers: {} }),
  };
  const local = createUploader(createSecondServer(app, { storage }), admin.memberId);

  it.each([
    ['where the page came from', 'http://192.168.0.7:3000', '192.168.0.7:3000', 'http://192.168.0.7:3000'],
    ['not where another page came from', 'https://evil.example', 'localhost:3000', 'http://localhost:3000'],
    ['not where nothing came from', 'null', 'null', 'http://localhost:3000'],
    ['where the site says that it is', '', 'localhost:3000', 'http://localhost:3000'],
  ])('is reached %s', async (_, origin, host, expected) => {
    const headers = { host, ...(origin === '' ? {} : { origin }) };
    const { signedUrl } = await signedOf(await requestUpload(local, { headers }));
    expect(signedUrl).toBe(`${expected}/uploads/x?y=1`);
  });
});
