import sharp from 'sharp';
import { ssim } from 'ssim.js';

/** The structural similarity of a rendition to its pixels before encoding that is enough; 0.96 is a DSSIM of 0.02. */
export const MIN_SSIM = 0.96;
/** Lower qualities blur the texture of even surfaces, which hardly counts as a difference in structure. */
const QUALITIES = [48, 56, 64] as const;

/** Similarity is measured in windows of 11 pixels. */
const MIN_SIDE = 11;

const readPixels = async (image: Buffer) => {
  const { data, info } = await sharp(image, { ignoreIcc: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
};

/** Compares two images of equal size; 1 when they are the same. Images smaller than a window are never similar. */
export const measureSsim = async (one: Buffer, other: Buffer): Promise<number> => {
  const pixels = await readPixels(one);
  if (Math.min(pixels.width, pixels.height) < MIN_SIDE) return 0;
  return ssim(pixels, await readPixels(other)).mssim;
};

interface ChosenQuality {
  readonly encoded: Buffer;
  readonly quality: number;
}

/** Encodes with the lowest of the qualities whose result is similar enough to the original, or with the highest. */
export const chooseQuality = async (
  original: Buffer,
  encode: (quality: number) => Promise<Buffer>,
): Promise<ChosenQuality> => {
  let chosen: ChosenQuality = { encoded: original, quality: 0 };
  for (const quality of QUALITIES) {
    chosen = { encoded: await encode(quality), quality };
    if ((await measureSsim(original, chosen.encoded)) >= MIN_SSIM) break;
  }
  return chosen;
};
