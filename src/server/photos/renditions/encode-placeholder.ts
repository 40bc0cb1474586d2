import sharp, { type Sharp } from 'sharp';

const DATA_URL_PREFIX = 'data:image/webp;base64,';
/** Maximum length of the data URL in characters. */
const MAX_LENGTH = 200;
const SIDES = [16, 12, 8] as const;
const QUALITIES = [60, 40, 25, 12, 0] as const;

const encode = async (tiny: Sharp, quality: number): Promise<string> =>
  `${DATA_URL_PREFIX}${(await tiny.clone().webp({ quality, effort: 6 }).toBuffer()).toString('base64')}`;

/** Encodes a blurred preview as a data URL of at most 200 characters. */
export const encodePlaceholder = async (pixels: Sharp): Promise<string> => {
  for (const side of SIDES) {
    const { data, info } = await pixels
      .clone()
      .resize({ width: side, height: side, fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const tiny = sharp(data, { raw: info });
    for (const quality of QUALITIES) {
      const preview = await encode(tiny, quality);
      if (preview.length <= MAX_LENGTH) return preview;
    }
  }
  return encode(pixels.clone().resize(2, 2, { fit: 'fill' }), 0);
};
