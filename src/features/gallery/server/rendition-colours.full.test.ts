import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { generateRenditions } from '#core/files/server/renditions/generate-renditions.ts';

/** The colours of the four quarters, row by row. */
const corners = ['#c8321e', '#28a046', '#1e46b4', '#f0dcc8'] as const;
type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const WIDTH = 96;
const HEIGHT = 64;

const picture = async (colours: readonly string[] = corners): Promise<Sharp> => {
  const quarter = (background: string) => ({
    create: { width: WIDTH / 2, height: HEIGHT / 2, channels: 3 as const, background },
  });
  const png = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000000' } })
    .composite(
      colours.map((colour, index) => ({
        input: quarter(colour),
        left: (index % 2) * (WIDTH / 2),
        top: Math.floor(index / 2) * (HEIGHT / 2),
      })),
    )
    .removeAlpha()
    .png()
    .toBuffer();
  return sharp(png);
};

/** Reads the pixel in the middle of each quarter. */
const readCorners = async (bytes: Buffer): Promise<Rgb[]> => {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0, 1, 2, 3].map((index) => {
    const x = Math.floor(info.width * (0.25 + 0.5 * (index % 2)));
    const y = Math.floor(info.height * (0.25 + 0.5 * Math.floor(index / 2)));
    const at = (y * info.width + x) * info.channels;
    // A greyscale image has a single channel.
    const channel = (offset: number): number => data[at + (info.channels < 3 ? 0 : offset)] ?? 0;
    return [channel(0), channel(1), channel(2)];
  });
};

/** `isWide`: the AVIF keeps Display P3. */
const expectColours = async (
  upload: Buffer,
  expected: readonly Rgb[],
  within: number,
  isWide = false,
): Promise<void> => {
  const { files } = await generateRenditions(upload);
  expect(files).toHaveLength(3);
  for (const { key, bytes } of files) {
    const seen = await readCorners(bytes);
    const distances = seen.map((colour, index) =>
      Math.max(
        ...colour.map((value, channel) => Math.abs(value - (expected[index]?.[channel] ?? Number.NaN))),
      ),
    );
    expect(Math.max(...distances), `${key}: ${JSON.stringify(seen)}`).toBeLessThanOrEqual(within);
    expect((await sharp(bytes).metadata()).icc !== undefined, key).toBe(isWide && key.endsWith('.avif'));
  }
};

const fixed = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};

const tagged = (signature: string, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${signature}\0\0\0\0`, 'latin1'), ...parts]);

/** A minimal Adobe RGB profile: three primaries and a gamma of 2.2. */
const adobeRgb = (): Buffer => {
  const xyz = (...values: number[]): Buffer => tagged('XYZ ', ...values.map(fixed));
  const gamma = tagged('curv', Buffer.from([0, 0, 0, 1, 0x02, 0x33, 0, 0]));
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', tagged('desc', Buffer.from([0, 0, 0, 2, 0x41, 0]), Buffer.alloc(78))],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', xyz(0.60974, 0.31111, 0.01947)],
    ['gXYZ', xyz(0.20528, 0.62567, 0.06087)],
    ['bXYZ', xyz(0.14919, 0.06322, 0.74457)],
    ['rTRC', gamma],
    ['gTRC', gamma],
    ['bTRC', gamma],
  ];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  let offset = 128 + table.length;
  for (const [index, [name, content]] of tags.entries()) {
    const at = table.write(name, 4 + 12 * index, 'latin1') + 4 + 12 * index;
    table.writeUInt32BE(offset, at);
    table.writeUInt32BE(content.length, at + 4);
    offset += content.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset);
  header.writeUInt32BE(0x02100000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  Buffer.concat([fixed(0.9642), fixed(1), fixed(0.8249)]).copy(header, 68);
  return Buffer.concat([header, table, ...tags.map(([, content]) => content)]);
};

/** Adds a colour profile to a PNG without converting its values, which sharp would. */
const withProfile = (png: Buffer, profile: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from('iCCPp3\0\0', 'latin1'), deflateSync(profile)]);
  const frame = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const chunk = Buffer.concat([frame(content.length - 4), content, frame(crc32(content))]);
  const start = png.indexOf('IDAT') - 4;
  return Buffer.concat([png.subarray(0, start), chunk, png.subarray(start)]);
};

const srgb = corners.map(rgbOf);
// Tolerance for the loss of the encoders.
const CLOSE = 8;

describe('generateRenditions keeps colours', () => {
  test('renditions keep the colours of sRGB', async () =>
    expectColours(await (await picture()).jpeg({ quality: 95 }).toBuffer(), srgb, CLOSE));

  // With an embedded profile the values differ from sRGB, but the colours look the same.
  test('renditions keep the colours of Display P3', async () => {
    const upload = await (await picture()).withIccProfile('p3').png().toBuffer();
    const { data } = await sharp(upload, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
    expect(Math.abs((data[0] ?? 0) - 0xc8)).toBeGreaterThan(8);
    await expectColours(upload, srgb, CLOSE, true);
  });

  test('the AVIF of a Display P3 photo keeps colours that sRGB does not have', async () => {
    const profile = (await sharp(await (await picture()).withIccProfile('p3').png().toBuffer()).metadata())
      .icc;
    const red = await (await picture(Array.from({ length: 4 }, () => '#ff0000'))).png().toBuffer();
    const upload = withProfile(red, profile ?? Buffer.alloc(0));
    const { files } = await generateRenditions(upload);
    const avif = files.find(({ key }) => key.endsWith('.avif'));
    const { data } = await sharp(avif?.bytes, { ignoreIcc: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The red of sRGB would be 234, 51, 35.
    expect(Math.max(255 - (data[0] ?? 0), data[1] ?? 255, data[2] ?? 255)).toBeLessThanOrEqual(CLOSE);
  });

  test('renditions keep the colours of Adobe RGB', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sajingwan-icc-'));
    const profile = join(folder, 'adobe-rgb.icc');
    await writeFile(profile, adobeRgb());
    const upload = await (await picture()).withIccProfile(profile).png().toBuffer();
    await rm(folder, { recursive: true });
    const [, green] = await readCorners(await sharp(upload, { ignoreIcc: true }).png().toBuffer());
    // The green of sRGB lies well within Adobe RGB.
    expect(green?.[0]).toBeGreaterThan(0x28 + 40);
    await expectColours(upload, srgb, CLOSE, true);
  });

  test('renditions keep the colours of CMYK', async () => {
    const upload = await (await picture()).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    expect(await sharp(upload).metadata()).toMatchObject({ space: 'cmyk' });
    // As far as the CMYK gamut allows.
    await expectColours(upload, await readCorners(upload), CLOSE);
    await expectColours(upload, srgb, 40);
  });

  test('renditions keep the colours of 16-bit images', async () => {
    const upload = await (await picture()).toColourspace('rgb16').png().toBuffer();
    expect(await sharp(upload).metadata()).toMatchObject({ depth: 'ushort' });
    await expectColours(upload, srgb, CLOSE);
  });

  test('renditions keep the colours of half transparent 16-bit images', async () => {
    const clear = sharp({
      create: { width: WIDTH, height: HEIGHT, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } },
    });
    const upload = await clear.toColourspace('rgb16').png().toBuffer();
    expect(await sharp(upload).metadata()).toMatchObject({ depth: 'ushort', hasAlpha: true });
    await expectColours(
      upload,
      Array.from({ length: 4 }, () => [228, 127, 127] as const),
      CLOSE,
    );
  });

  test.each(['b-w', 'grey16'])('renditions keep greyscale values (%s)', async (space) => {
    const greys = ['#101010', '#505050', '#a0a0a0', '#f0f0f0'];
    const upload = await (await picture(greys)).toColourspace(space).png().toBuffer();
    expect(await sharp(upload).metadata()).toMatchObject({ channels: 1 });
    await expectColours(upload, greys.map(rgbOf), CLOSE);
  });
});

describe('generateRenditions applies the EXIF orientation once', () => {
  /** For each EXIF orientation, where the quarters of the upright image are stored. */
  const turned: Readonly<Record<number, (upright: Sharp) => Sharp>> = {
    1: (upright) => upright,
    2: (upright) => upright.flop(),
    3: (upright) => upright.rotate(180),
    4: (upright) => upright.flip(),
    5: (upright) => upright.rotate(270).flop(),
    6: (upright) => upright.rotate(270),
    7: (upright) => upright.rotate(90).flop(),
    8: (upright) => upright.rotate(90),
  };

  test.each(Object.keys(turned).map(Number))(
    'an image with EXIF orientation %i is rendered upright',
    async (orientation) => {
      const turn = turned[orientation];
      if (turn === undefined) throw new Error('there are eight');
      // Two steps, because the order of rotation and mirroring matters.
      const stored = await turn(await picture())
        .png()
        .toBuffer();
      const upload = await sharp(stored)
        .withMetadata({ orientation })
        .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        .toBuffer();
      expect(await generateRenditions(upload)).toMatchObject({ width: WIDTH, height: HEIGHT });
      await expectColours(upload, srgb, CLOSE);
    },
  );
});
