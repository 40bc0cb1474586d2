import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Studio } from '#core/content/contract/studio.ts';
import { insertLogo, postLogo, svgOf } from '#test/factories/logos.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { listKeys } from '#test/factories/photos.ts';
import { uploadPicture } from '#test/factories/pictures.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import { logoFiles } from '../tables.ts';

// The store uses the system clock.
const app = await createTestApp({ now: new Date().toISOString() });
const { db, storage } = app.deps;
const admin = await insertAdmin(app);

const RED = '<rect width="100%" height="100%" fill="#ff0000"/>';
const read = (name: string, file: string): Promise<Response> => app.get(`/logo/${name}-${file}`);
const readImage = async (name: string, file: string) =>
  sharp(Buffer.from(await (await read(name, file)).arrayBuffer()));
const pngOf = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#00ff0080' } })
    .png()
    .toBuffer();
const sizesOf = (name: string, files: readonly string[]) =>
  Promise.all(
    files.map(async (file) => {
      const { format, width, height } = await (await readImage(name, file)).metadata();
      return [format, width, height];
    }),
  );
const publish = (change: object) => publishChange(app, admin, 'look', () => change);
const readStudio = async () => (await (await app.get('/api/studio')).json()) as Studio;

describe('an uploaded logo', () => {
  it('is rendered at one to three times its height of 40 px, with transparency', async () => {
    const name = await insertLogo(app, admin, svgOf(RED, 'viewBox="0 0 600 200"'));
    expect(name).toMatch(/^[0-9a-f]{24}-120$/);
    expect(await sizesOf(name, ['1x.webp', '2x.webp', '3x.webp', '3x.png'])).toEqual([
      ['webp', 120, 40],
      ['webp', 240, 80],
      ['webp', 360, 120],
      ['png', 360, 120],
    ]);
    const green = await readImage(await insertLogo(app, admin, await pngOf(200, 100)), '1x.webp');
    expect([...(await green.raw().toBuffer()).subarray(0, 4)]).toEqual([0, 255, 0, 128]);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('may be a file of the type %s', async (type) => {
    const bytes = await sharp(await pngOf(300, 200))
      [type]()
      .toBuffer();
    expect(await insertLogo(app, admin, bytes)).toMatch(/-60$/);
  });

  it.each([
    ['too wide', 2_000, 100, 240],
    ['wide', 240, 100, 96],
    ['wider than an icon', 126, 100, 50],
    ['tall', 100, 400, 10],
    ['a line', 1, 3_000, 1],
  ])('%s: %i × %i is %i px wide', async (_, width, height, shown) => {
    const name = await insertLogo(app, admin, await pngOf(width, height));
    expect(await sizesOf(name, ['2x.webp'])).toEqual([['webp', 2 * shown, 80]]);
  });

  it.each([
    ['4:5', 400, 500, 200],
    ['5:4', 500, 400, 200],
    ['narrower', 380, 500, 404],
    ['wider', 515, 400, 404],
  ])('%s: icons are made of a logo that is about square', async (_, width, height, status) => {
    const name = await insertLogo(app, admin, await pngOf(width, height));
    for (const file of [
      'icon-192.png',
      'icon-512.png',
      'icon-maskable-512.png',
      'apple-touch-icon.png',
      'favicon.png',
    ])
      expect((await read(name, file)).status).toBe(status);
    if (status !== 200) return;
    const corner = (await (await readImage(name, 'icon-maskable-512.png')).raw().toBuffer()).subarray(0, 3);
    expect([...corner]).toEqual([0xfa, 0xf8, 0xf5]);
    expect(await sizesOf(name, ['icon-192.png', 'apple-touch-icon.png', 'favicon.png'])).toEqual([
      ['png', 192, 192],
      ['png', 180, 180],
      ['png', 48, 48],
    ]);
  });

  it('has the same name when it is uploaded again, and another one with other pixels', async () => {
    const [first, again] = [
      await insertLogo(app, admin, svgOf(RED)),
      await insertLogo(app, admin, svgOf(RED)),
    ];
    expect(again).toBe(first);
    expect(await insertLogo(app, admin, svgOf(RED.replace('f', 'e')))).not.toBe(first);
  });

  it('is served for ever, and what is no logo is not found', async () => {
    const name = await insertLogo(app, admin, svgOf(RED));
    const { status, headers } = await read(name, '1x.webp');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    for (const file of ['4x.webp', '1x.svg', '1x.webp/', '%2e%2e', "1x.webp'--"])
      expect((await read(name, file)).status).toBe(404);
  });

  it('S-079 an SVG is neither kept nor served', async () => {
    const name = await uploadPicture(app, admin, svgOf(RED));
    expect(name).toMatch(/^staging\/[\w-]+\.png$/);
    expect((await app.get(`/photos/${name}`)).status).toBe(404);
    const body = { savedFileName: name };
    expect((await app.post('/api/admin/logo', body, { token: admin.accessToken })).status).toBe(201);
    expect(await listKeys(storage)).toEqual([]);
    for (const { bytes } of await db.select().from(logoFiles)) expect(bytes.includes('<svg')).toBe(false);
  });

  it.each([
    ['HTML', () => Buffer.from('<html></html>')],
    ['a GIF', () => Buffer.from('GIF89a')],
    ['a compressed SVG', () => gzipSync(svgOf(RED))],
    ['a broken SVG', () => Buffer.from(svgOf(RED).subarray(0, 90))],
    ['more than 20 megapixels', () => pngOf(5_000, 4_001)],
  ])('%s is refused', async (_, make) => {
    expect(await readError(await postLogo(app, admin, await make()))).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      message: '로고를 읽을 수 없습니다. 2,000만 화소까지의 PNG, JPEG, WebP, SVG 파일만 올릴 수 있습니다.',
    });
  });

  it('a file of more than 2 MB, the upload of another admin and a member are refused', async () => {
    const large = Buffer.concat([svgOf(RED), Buffer.alloc(2 * 1024 * 1024)]);
    expect(await readError(await postLogo(app, admin, large))).toMatchObject({
      status: 400,
      message: '2MB까지 업로드할 수 있습니다.',
    });
    const other = await insertAdmin(app);
    const body = { savedFileName: await uploadPicture(app, other, svgOf(RED)) };
    expect((await app.post('/api/admin/logo', body, { token: admin.accessToken })).status).toBe(400);
    expect((await postLogo(app, await insertMember(app), svgOf(RED))).status).toBe(403);
  });
});

describe('the section of the look', () => {
  it('a published logo and tone are in the studio’s data, and a draft is not', async () => {
    expect(await readStudio()).toMatchObject({ accent: '', logo: null });
    const logo = await insertLogo(app, admin, svgOf(RED, 'width="300" height="100"'));
    const darkLogo = await insertLogo(app, admin, svgOf(RED));
    await publish({ logo, darkLogo, accent: 'indigo' });
    const srcSetOf = (name: string) =>
      [1, 2, 3].map((scale) => `/logo/${name}-${scale}x.webp ${scale}x`).join(', ');
    expect(await readStudio()).toMatchObject({
      accent: 'indigo',
      logo: {
        light: { src: `/logo/${logo}-1x.png`, srcSet: srcSetOf(logo), width: 120, height: 40 },
        dark: { media: '(prefers-color-scheme: dark)', srcSet: srcSetOf(darkLogo), width: 40, height: 40 },
      },
    });
    await publish({ logo: darkLogo, darkLogo: null, accent: 'default' });
    expect(await readStudio()).toMatchObject({
      accent: '',
      logo: { light: { width: 40 }, dark: null },
    });
    // An earlier version can be published again.
    expect((await read(logo, '1x.webp')).status).toBe(200);
  });

  it('what is no logo and an unknown tone are refused', async () => {
    const path = '/api/admin/settings/look';
    const token = admin.accessToken;
    const { version } = (await (await app.get(path, { token })).json()) as { version: number };
    const send = async (body: object) =>
      readError(await app.post(`${path}/publish`, { body, baseVersion: version }, { token }));
    expect(await send({ logo: '"><script>', accent: 'ink' })).toMatchObject({
      status: 400,
      message: '로고를 찾을 수 없습니다. 다시 올려 주세요.',
    });
    expect(await send({ accent: '#ff0000' })).toMatchObject({
      status: 400,
      message: '색을 선택해 주세요.',
    });
  });
});
