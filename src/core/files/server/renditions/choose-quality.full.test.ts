import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseQuality, measureSsim, MIN_SSIM } from './choose-quality.ts';

const readSample = async (file: string): Promise<Buffer> =>
  sharp(await readFile(`sample/originals/${file}.jpg`))
    .resize({ width: 240 })
    .png()
    .toBuffer();
const encode = (original: Buffer) => (quality: number) => sharp(original).avif({ quality }).toBuffer();

describe('chooseQuality', () => {
  it('encodes texture with a higher quality than even surfaces', async () => {
    const [sand, rings] = await Promise.all([readSample('landscape-3'), readSample('wedding-1')]);
    const ofSand = await chooseQuality(sand, encode(sand));
    const ofRings = await chooseQuality(rings, encode(rings));
    expect(ofSand.quality).toBeGreaterThan(ofRings.quality);
  });

  it('returns an image that is similar enough', async () => {
    const original = await readSample('food-5');
    const { encoded, quality } = await chooseQuality(original, encode(original));
    expect(await measureSsim(original, encoded)).toBeGreaterThanOrEqual(MIN_SSIM);
    expect(encoded).toEqual(await encode(original)(quality));
  });

  it('takes the highest quality for images too small to compare', async () => {
    const tiny = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#864' } })
      .png()
      .toBuffer();
    expect((await chooseQuality(tiny, encode(tiny))).quality).toBe(64);
  });
});

describe('measureSsim', () => {
  it('is 1 for equal images and falls with the difference', async () => {
    const image = await readSample('food-2');
    expect(await measureSsim(image, image)).toBeCloseTo(1, 5);
    const [good, poor] = await Promise.all([90, 10].map((quality) => encode(image)(quality)));
    expect(await measureSsim(image, good ?? image)).toBeGreaterThan(await measureSsim(image, poor ?? image));
  });
});
