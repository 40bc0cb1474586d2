import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const ORIGINALS = ['landscape-3.jpg', 'food-2.jpg', 'wedding-1.jpg'] as const;
const SIZE = { width: 6_000, height: 4_000 };

/** JPEG files of 24 megapixels and about 10 MB, with added noise: enlarged samples alone would compress too well. */
export const createNoisyPhotos = async (): Promise<Buffer[]> => {
  const grain = await sharp({
    create: {
      ...SIZE,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 24 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const photos: Buffer[] = [];
  for (const file of ORIGINALS) {
    const enlarged = sharp(await readFile(join('sample/originals', file))).resize({ ...SIZE, fit: 'cover' });
    photos.push(
      await enlarged
        .composite([{ input: grain, blend: 'overlay' }])
        .jpeg({ quality: 92 })
        .toBuffer(),
    );
  }
  return photos;
};

/** Adds a JPEG comment, which makes the file unique: a category rejects a file that it already has. */
export const withJpegComment = (jpeg: Buffer, comment: string): Buffer => {
  const text = Buffer.from(comment);
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
};
