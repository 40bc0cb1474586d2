import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { generateRenditions, type RenderedPhoto } from './generate-renditions.ts';

const gradient = (width: number, height: number): Sharp =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g">
      <stop stop-color="#c86432"/><stop offset="1" stop-color="#3264c8"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#g)"/></svg>`,
    ),
  );

const readSizes = (photo: RenderedPhoto) =>
  Promise.all(
    photo.files.map(async ({ key, bytes }) => {
      const { width, height, format } = await sharp(bytes).metadata();
      return `${key.slice(photo.savedFileName.length)} ${format} ${width}×${height}`;
    }),
  );

describe('generateRenditions', () => {
  test('every width up to the original is rendered as AVIF and WebP, plus one JPEG', async () => {
    const photo = await generateRenditions(await gradient(1200, 800).jpeg().toBuffer());
    expect(photo).toMatchObject({ width: 1200, height: 800, widths: [480, 960, 1200] });
    expect(await readSizes(photo)).toEqual([
      '-480.avif heif 480×320',
      '-480.webp webp 480×320',
      '-960.avif heif 960×640',
      '-960.webp webp 960×640',
      '-1200.avif heif 1200×800',
      '-1200.webp webp 1200×800',
      '.jpg jpeg 1200×800',
    ]);
  });

  test('an image smaller than all widths keeps its own width', async () => {
    const photo = await generateRenditions(await gradient(200, 300).png().toBuffer());
    expect(photo.widths).toEqual([200]);
    expect(await readSizes(photo)).toEqual([
      '-200.avif heif 200×300',
      '-200.webp webp 200×300',
      '.jpg jpeg 200×300',
    ]);
  });

  test('renditions are upright and have no metadata', async () => {
    const original = await gradient(300, 200)
      .jpeg()
      .withExif({ IFD0: { ImageDescription: '<script>alert(1)</script>', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const photo = await generateRenditions(original);
    expect(photo).toMatchObject({ width: 200, height: 300 });
    for (const { bytes } of photo.files) {
      const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc, orientation: orientation ?? 1 }).toEqual({ orientation: 1 });
      expect(bytes.includes('<script>')).toBe(false);
    }
  });

  test('the placeholder is tiny and has the shape and colours of the image', async () => {
    const photo = await generateRenditions(await gradient(600, 400).jpeg().toBuffer());
    const [head, payload = ''] = photo.placeholder.split(',');
    expect(head).toBe('data:image/webp;base64');
    expect(photo.placeholder.length).toBeLessThanOrEqual(200);
    const { data, info } = await sharp(Buffer.from(payload, 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 16, height: 11, channels: 3 });
    const [red = 0, , blue = 255] = data;
    expect(red).toBeGreaterThan(blue + 60);
  });

  test('the placeholder of noise stays within its length limit', async () => {
    const noise = sharp({
      create: {
        width: 64,
        height: 64,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    });
    const photo = await generateRenditions(await noise.png().toBuffer());
    expect(photo.placeholder.length).toBeLessThanOrEqual(200);
  });

  test('a very long image gets no rendition that needs too much memory', async () => {
    const strip = sharp({ create: { width: 960, height: 11_000, channels: 3, background: '#336699' } });
    const photo = await generateRenditions(await strip.png().toBuffer());
    expect(photo).toMatchObject({ width: 960, height: 11_000, widths: [480] });
  });

  test('the file name is a hash of the content', async () => {
    const one = await gradient(100, 100).png().toBuffer();
    const other = await gradient(100, 101).png().toBuffer();
    const names = await Promise.all(
      [one, one, other].map(async (bytes) => (await generateRenditions(bytes)).savedFileName),
    );
    expect(names[0]).toMatch(/^[0-9a-f]{24}$/);
    expect(names[1]).toBe(names[0]);
    expect(names[2]).not.toBe(names[0]);
  });

  test('a transparent image is rendered on white', async () => {
    const clear = sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    const photo = await generateRenditions(await clear.png().toBuffer());
    const jpeg = photo.files.find(({ key }) => key.endsWith('.jpg'));
    const { dominant } = await sharp(jpeg?.bytes).stats();
    expect(dominant.r).toBeGreaterThan(240);
  });
});
