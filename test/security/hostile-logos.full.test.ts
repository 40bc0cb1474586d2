import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { createDecompressionBomb } from '#test/factories/image-fixtures.ts';
import { svgOf } from '#test/factories/logos.ts';
import { startServerWithUsers } from '#test/servers/server-with-users.ts';

// The built server renders in a process of its own, which has limits of time and memory.
const { server, admin } = await startServerWithUsers();

/** The paths that uploaded logos requested from the test's own web server. */
const requested: string[] = [];
const outside = createServer(({ url = '' }, response) => {
  requested.push(url);
  response.end();
});
await new Promise<void>((resolve) => void outside.listen(0, '127.0.0.1', resolve));
const web = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;

const folder = await mkdtemp(path.join(tmpdir(), 'hostile-logo-'));
const secret = path.join(folder, 'secret.txt');
const picture = path.join(folder, 'picture.png');
const square = (background: string) =>
  sharp({ create: { width: 9, height: 9, channels: 3, background } }).png();
await writeFile(secret, '████████');
await writeFile(picture, await square('#0000ff').toBuffer());
afterAll(async () => {
  outside.close();
  await rm(folder, { recursive: true });
});

const post = async (address: string, body: object): Promise<Response> =>
  server.fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await admin.token()}` },
    body: JSON.stringify(body),
  });

const postLogo = async (bytes: Buffer): Promise<Response> => {
  const upload = { fileName: 'logo.png', contentType: 'image/png', contentLength: bytes.byteLength };
  const signed = await post('/api/private-file/upload-url', upload);
  const { signedUrl, savedFileName, headers } = (await signed.json()) as {
    signedUrl: string;
    savedFileName: string;
    headers: Record<string, string>;
  };
  const { pathname, search } = new URL(signedUrl);
  const stored = await server.fetch(pathname + search, {
    method: 'PUT',
    headers,
    body: new Uint8Array(bytes),
  });
  expect(stored.status).toBe(200);
  return post('/api/admin/logo', { savedFileName });
};

/** The colours of the rendered logo, as `r,g,b,a`. */
const coloursOf = async (response: Response): Promise<string[]> => {
  const { logo } = (await response.json()) as { logo: string };
  const file = await server.fetch(`/logo/${logo}-2x.png`);
  const data = await sharp(Buffer.from(await file.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer();
  const pixels = Array.from({ length: data.length / 4 }, (_, index) => [
    ...data.subarray(index * 4, index * 4 + 4),
  ]);
  return [...new Set(pixels.map(String))];
};

const RED = '255,0,0,255';
const NOTHING = '0,0,0,0';
const red = '<rect width="100%" height="100%" fill="#ff0000"/>';

/** An SVG with a document type, in which entities are declared. */
const withEntities = (entities: string, text: string): Buffer =>
  Buffer.from(
    `<!DOCTYPE svg [${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><text y="50">${text}</text></svg>`,
  );
const embed = (png: Buffer): string =>
  `<image xlink:href="data:image/png;base64,${png.toString('base64')}" width="100" height="100"/>`;

/** A drawing of ten to the power of `depth` copies. */
const copiesOfCopies = (depth: number): string => {
  const level = (index: number): string =>
    `<g id="l${index + 1}">${`<use xlink:href="#l${index}"/>`.repeat(10)}</g>`;
  return `<defs><rect id="l0" width="9" height="9"/>${Array.from({ length: depth }, (_, index) => level(index)).join('')}</defs><use xlink:href="#l${depth}"/>`;
};

/** A text of three times ten to the power of `depth` characters. */
const laughs = (depth: number): Buffer =>
  withEntities(
    `<!ENTITY l0 "lol">${Array.from({ length: depth }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join('')}`,
    `&l${depth};`,
  );

const drawings: [name: string, bytes: () => Buffer, colours: string[] | 'refused'][] = [
  [
    'a script',
    () =>
      svgOf(
        `<script>fetch('${web}/script')</script>${red.replace('/>', ` onload="fetch('${web}/onload')"/>`)}`,
      ),
    [RED],
  ],
  ['an entity of a file', () => withEntities(`<!ENTITY x SYSTEM "file://${secret}">`, '&x;'), 'refused'],
  ['an entity of an address', () => withEntities(`<!ENTITY x SYSTEM "${web}/entity">`, '&x;'), 'refused'],
  [
    'XInclude',
    () =>
      svgOf(
        `<text y="50"><xi:include href="file://${secret}" parse="text"/><xi:include href="${web}/xinclude" parse="text"/></text>`,
        'xmlns:xi="http://www.w3.org/2001/XInclude" width="100" height="100"',
      ),
    [NOTHING],
  ],
  [
    'foreignObject',
    () =>
      svgOf(
        `<foreignObject width="100" height="100"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${web}/foreign"/><script>fetch('${web}/foreign')</script></body></foreignObject>`,
      ),
    [NOTHING],
  ],
  ['a huge size', () => svgOf(red, 'width="1000000000" height="1000000000"'), 'refused'],
  ['a huge viewBox', () => svgOf(red, 'viewBox="0 0 50000 50000"'), [RED]],
  ['copies of copies', () => svgOf(copiesOfCopies(8)), 'refused'],
  ['a billion laughs', () => laughs(9), 'refused'],
  [
    'images of addresses and files',
    () =>
      svgOf(
        [`${web}/image.png`, `file://${picture}`, picture, 'picture.png', '//127.0.0.1/x.png']
          .map((address) => `<image xlink:href="${address}" href="${address}" width="100" height="100"/>`)
          .join(''),
      ),
    [NOTHING],
  ],
  [
    'an embedded image of 99 megapixels',
    () => svgOf(embed(createDecompressionBomb(9_000, 11_000))),
    'refused',
  ],
  [
    'an embedded image that claims 900 megapixels',
    () => svgOf(embed(createDecompressionBomb(30_000, 30_000))),
    [NOTHING],
  ],
  [
    'a filter of a huge region',
    () =>
      svgOf(
        `<filter id="f" filterUnits="userSpaceOnUse" x="-1e6" y="-1e6" width="2e6" height="2e6"><feFlood flood-color="#ff0000"/><feGaussianBlur stdDeviation="100000"/><feOffset dx="1e9"/></filter><rect width="100" height="100" filter="url(#f)"/>`,
      ),
    [NOTHING],
  ],
  [
    'style sheets and fonts of addresses',
    () =>
      svgOf(
        `<style>@import url("${web}/import.css"); @font-face { font-family: x; src: url("${web}/font.woff2"); } rect { fill: url("${web}/paint.svg#p"); }</style><rect width="100" height="100"/>`,
      ),
    [NOTHING],
  ],
];

it.each(drawings)(
  'S-079 an SVG with %s is refused or becomes harmless pixels, and the server answers',
  async (_, bytes, colours) => {
    const response = await postLogo(bytes());
    expect(response.status).toBe(colours === 'refused' ? 400 : 201);
    if (colours !== 'refused') expect(await coloursOf(response)).toEqual(colours);
    expect((await server.fetch('/')).status).toBe(200);
    expect(requested).toEqual([]);
  },
);

it('a logo is rendered after all of these, and the counter of requests counts', async () => {
  expect(await coloursOf(await postLogo(svgOf(red)))).toEqual([RED]);
  await fetch(`${web}/counted`);
  expect(requested).toEqual(['/counted']);
});
