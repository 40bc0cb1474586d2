import { crc32 } from 'node:zlib';
import sharp, { type PngOptions, type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { createAnimatedPng } from '#test/factories/image-fixtures.ts';
import { photoMessages, photoUploadLimits } from '../../contract/photo-uploads.ts';
import { pictureUploadLimits } from '../../contract/private-files.ts';
import { generateRenditions } from '../renditions/generate-renditions.ts';
import { validateImage } from './validate-image.ts';

const plain = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#c86432' } });

const noisy = (): Sharp =>
  sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

const cut = async (making: Promise<Buffer>): Promise<Buffer> => {
  const bytes = await making;
  return bytes.subarray(0, Math.floor(bytes.length * 0.7));
};

const pngOf = async (width: number, height: number, options: PngOptions = {}): Promise<Buffer> => {
  const bytes = Buffer.from(await plain(8, 8).png(options).toBuffer());
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  // Corrects the header's checksum; otherwise libpng would reject the file for another reason.
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
};

const progressiveJpegOf = async (width: number, height: number): Promise<Buffer> => {
  const bytes = Buffer.from(await plain(8, 8).jpeg({ progressive: true }).toBuffer());
  // The frame header: marker, length, 8 bits per sample, height, width.
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
};

const avifOf = async (width: number, height: number): Promise<Buffer> => {
  const bytes = Buffer.from(await plain(64, 64).avif().toBuffer());
  // The image's extents: name, version and flags, width, height.
  const extents = bytes.indexOf('ispe');
  bytes.writeUInt32BE(width, extents + 8);
  bytes.writeUInt32BE(height, extents + 12);
  return bytes;
};

const movingWebp = (): Promise<Buffer> => {
  const frames = sharp(Buffer.alloc(8 * 16 * 3, 200), {
    raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
  });
  return frames
    .composite([
      { input: { create: { width: 8, height: 8, channels: 3, background: '#000' } }, top: 8, left: 0 },
    ])
    .webp({ loop: 0 })
    .toBuffer();
};

/** A still image that declares itself an image sequence. */
const movingAvif = async (): Promise<Buffer> => {
  const bytes = Buffer.from(await plain(16, 16).avif().toBuffer());
  bytes.write('avis', 8, 'latin1');
  return bytes;
};

const heic = (): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(100),
  ]);

/** A polyglot: a valid image whose first bytes look like a script. */
const polyglotGif = async (): Promise<Buffer> =>
  Buffer.concat([await plain(10, 10).gif().toBuffer(), Buffer.from('/*<script>alert(1)</script>*/=1;')]);

const cases: readonly (readonly [string, () => Promise<Buffer> | Buffer, keyof typeof photoMessages])[] = [
  ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'type'],
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'type'],
  ['GIF that is a script too', polyglotGif, 'type'],
  ['TIFF', () => plain(10, 10).tiff().toBuffer(), 'type'],
  ['a telephone’s HEIC', heic, 'type'],
  ['nothing', () => Buffer.alloc(0), 'file'],
  ['a JPEG cut short', () => cut(noisy().jpeg().toBuffer()), 'unreadable'],
  [
    'a JPEG cut short in its header',
    async () => (await noisy().jpeg().toBuffer()).subarray(0, 30),
    'unreadable',
  ],
  ['a PNG cut short', () => cut(noisy().png().toBuffer()), 'unreadable'],
  ['a WebP cut short', () => cut(noisy().webp().toBuffer()), 'unreadable'],
  ['an AVIF cut short', () => cut(noisy().avif().toBuffer()), 'unreadable'],
  ['900 megapixels', () => pngOf(30_000, 30_000), 'tooManyPixels'],
  ['more than 110 megapixels', () => pngOf(11_000, 10_001), 'tooManyPixels'],
  [
    'an interlaced PNG of more than 50 megapixels',
    () => pngOf(10_000, 5_001, { progressive: true }),
    'progressiveTooManyPixels',
  ],
  [
    'a progressive JPEG of more than 50 megapixels',
    () => progressiveJpegOf(10_000, 5_001),
    'progressiveTooManyPixels',
  ],
  ['an AVIF of more than 20 megapixels', () => avifOf(5_000, 4_001), 'avifTooManyPixels'],
  ['a side too long', () => pngOf(12_001, 20), 'sideTooLong'],
  ['a PNG of 5,000 frames', () => createAnimatedPng(5_000), 'animated'],
  ['a moving WebP', movingWebp, 'animated'],
  ['an AVIF sequence', movingAvif, 'animated'],
];

describe('a file that is not a supported photo is rejected (S-074, S-075)', () => {
  test.each(cases)('%s', async (_name, make, message) => {
    const bytes = await make();
    await expect(generateRenditions(bytes)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { file: photoMessages[message] },
    });
  });

  test.each([
    ['60.2 megapixels of a Sony A7R V', 9_504, 6_336],
    ['102 megapixels of a FUJIFILM GFX100', 11_648, 8_736],
    ['110 megapixels', 11_000, 10_000],
  ])('a photo of the studio may have %s', async (_name, width, height) =>
    expect(await validateImage(await pngOf(width, height), photoUploadLimits)).toEqual({ width, height }),
  );

  test('messages name the limits of pixels', () =>
    expect([
      photoMessages.tooManyPixels,
      photoMessages.avifTooManyPixels,
      photoMessages.progressiveTooManyPixels,
    ]).toEqual([
      '1억 1,000만 화소까지 업로드할 수 있습니다.',
      'AVIF 사진은 2,000만 화소까지 업로드할 수 있습니다. 더 큰 사진은 JPEG로 저장해 주세요.',
      '프로그레시브 JPEG와 인터레이스 PNG는 5,000만 화소까지 업로드할 수 있습니다. 더 큰 사진은 일반 JPEG로 저장해 주세요.',
    ]));

  test('a member’s picture may have the 50 megapixels of a phone, and more than 60 are rejected', async () => {
    expect(await validateImage(await pngOf(8_165, 6_124), pictureUploadLimits)).toEqual({
      width: 8_165,
      height: 6_124,
    });
    await expect(validateImage(await pngOf(9_000, 7_000), pictureUploadLimits)).rejects.toMatchObject({
      fields: { file: '6,000만 화소까지 업로드할 수 있습니다.' },
    });
  });

  test('an image with a side of 12,000 px is accepted', async () => {
    const photo = await generateRenditions(await plain(12_000, 4).png().toBuffer());
    expect(photo).toMatchObject({ width: 12_000, height: 4 });
  });
});
