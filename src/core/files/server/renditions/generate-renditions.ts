import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { photoUploadLimits } from '../../contract/photo-uploads.ts';
import { pictureUploadLimits } from '../../contract/private-files.ts';
import { validateImage } from '../upload/validate-image.ts';
import { chooseQuality } from './choose-quality.ts';
import { decodeImage, type DecodedImage } from './decode-image.ts';
import { chooseWidths, jpegKey, JPEG_WIDTH, renditionKey } from './rendition-sizes.ts';

export interface RenderedPhoto {
  /** A hash of all renditions and the salt. */
  readonly savedFileName: string;
  /** Size of the original with its orientation applied. */
  readonly width: number;
  readonly height: number;
  /** Widths of the AVIF and WebP renditions. */
  readonly widths: readonly number[];
  readonly placeholder: string;
  readonly files: readonly { readonly key: string; readonly bytes: Buffer }[];
}

// Wide renditions are mostly shown on dense screens, which hide the loss.
const WIDE = 1600;
const MAX_WIDE_AVIF_QUALITY = 50;
const WEBP_QUALITY = 76;
const JPEG_QUALITY = 80;
// Effort 3 takes a sixth of the time of effort 4 for a fifth more bytes, which pays off only for wide renditions.
const avifEffort = (width: number): number => (width > JPEG_WIDTH ? 3 : 4);

/** Scales to a width and restores the sharpness that scaling down loses. The profile of Display P3 pixels stays. */
const scale = (pixels: Sharp, width: number, original: number): Sharp => {
  const scaled = pixels.clone().resize({ width });
  return (width < original ? scaled.sharpen() : scaled).keepIccProfile();
};

const encodeAvif = (scaled: Sharp, width: number, chosen: number): Promise<Buffer> => {
  const quality = width >= WIDE ? Math.min(chosen, MAX_WIDE_AVIF_QUALITY) : chosen;
  return scaled.avif({ quality, effort: avifEffort(width), chromaSubsampling: '4:2:0' }).toBuffer();
};

const encodeJpeg = (pixels: Sharp, original: number): Promise<Buffer> =>
  scale(pixels, Math.min(JPEG_WIDTH, original), original)
    .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
    .toBuffer();

const hashOf = (salt: string, parts: readonly Uint8Array[]): string => {
  const hash = createHash('sha256').update(salt);
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 24);
};

const encodeAll = async ({ srgb, wide }: DecodedImage, size: { width: number; height: number }) => {
  const widths = chooseWidths(size);
  const [narrowest = size.width] = widths;
  const avifOf = (width: number, quality: number): Promise<Buffer> =>
    encodeAvif(scale(wide ?? srgb, width, size.width), width, quality);
  // The smallest AVIF rendition, which is cheap to encode, determines the quality of the others; `encodeAvif` limits that of wide ones.
  const smallest = await chooseQuality(
    await scale(wide ?? srgb, narrowest, size.width)
      .png({ compressionLevel: 1 })
      .toBuffer(),
    (quality) => avifOf(narrowest, quality),
  );
  const reuseOrEncode = async (width: number): Promise<Buffer> =>
    width === narrowest ? smallest.encoded : avifOf(width, smallest.quality);
  // The slowest encodings start first, so that libuv's threads finish at about the same time.
  const avifs = Promise.all(widths.toReversed().map(reuseOrEncode));
  const webpOf = (width: number): Promise<Buffer> =>
    scale(srgb, width, size.width).webp({ quality: WEBP_QUALITY, effort: 5 }).toBuffer();
  const webps = Promise.all(widths.map(webpOf));
  const [avif, webp, jpeg] = await Promise.all([avifs, webps, encodeJpeg(srgb, size.width)]);
  const none = Buffer.alloc(0);
  const encoded = widths.map((width, index) => ({
    width,
    avif: avif.at(-1 - index) ?? none,
    webp: webp[index] ?? none,
  }));
  return { encoded, jpeg };
};

/** One upright JPEG without metadata, at most 1,600 px wide. */
export interface RenderedPicture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Renders a private picture. Throws 400 like `generateRenditions`, with the limits of pictures. */
export const renderPicture = async (upload: Uint8Array): Promise<RenderedPicture> => {
  const size = await validateImage(upload, pictureUploadLimits);
  const { srgb } = await decodeImage(upload);
  const bytes = await encodeJpeg(srgb, size.width);
  const { width, height } = await sharp(bytes).metadata();
  return { width, height, bytes };
};

const DATA_URL_PREFIX = 'data:image/webp;base64,';
/** Maximum length of the data URL in characters. */
const MAX_PLACEHOLDER_LENGTH = 200;
const PLACEHOLDER_SIDES = [16, 12, 8] as const;
const PLACEHOLDER_QUALITIES = [60, 40, 25, 12, 0] as const;

const encodeTiny = async (tiny: Sharp, quality: number): Promise<string> =>
  `${DATA_URL_PREFIX}${(await tiny.clone().webp({ quality, effort: 6 }).toBuffer()).toString('base64')}`;

/** Encodes a blurred preview as a data URL of at most 200 characters. */
const encodePlaceholder = async (pixels: Sharp): Promise<string> => {
  for (const side of PLACEHOLDER_SIDES) {
    const { data, info } = await pixels
      .clone()
      .resize({ width: side, height: side, fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const tiny = sharp(data, { raw: info });
    for (const quality of PLACEHOLDER_QUALITIES) {
      const preview = await encodeTiny(tiny, quality);
      if (preview.length <= MAX_PLACEHOLDER_LENGTH) return preview;
    }
  }
  return encodeTiny(pixels.clone().resize(2, 2, { fit: 'fill' }), 0);
};

const decodePhoto = async (bytes: Uint8Array) => {
  const size = await validateImage(bytes, photoUploadLimits);
  return { size, pixels: await decodeImage(bytes) };
};

type DecodedPhoto = Awaited<ReturnType<typeof decodePhoto>>;

const encodePhoto = async ({ size, pixels }: DecodedPhoto, salt: string): Promise<RenderedPhoto> => {
  const { encoded, jpeg } = await encodeAll(pixels, size);
  const savedFileName = hashOf(salt, [jpeg, ...encoded.flatMap(({ avif, webp }) => [avif, webp])]);
  return {
    savedFileName,
    ...size,
    widths: encoded.map(({ width }) => width),
    placeholder: await encodePlaceholder(pixels.srgb),
    files: [
      ...encoded.flatMap(({ width, avif, webp }) => [
        { key: renditionKey(savedFileName, width, 'avif'), bytes: avif },
        { key: renditionKey(savedFileName, width, 'webp'), bytes: webp },
      ]),
      { key: jpegKey(savedFileName), bytes: jpeg },
    ],
  };
};

/**
 * Renders all renditions of an uploaded photo. Re-encoding removes metadata; the salt prevents uploads from sharing files. Throws
 * 400 for formats that are not accepted, animations, unreadable files, and larger images than the limits allow. Holds the file only while
 * it is decoded, because the encoders need the memory.
 */
export const generateRenditions = (bytes: Uint8Array, salt = ''): Promise<RenderedPhoto> =>
  decodePhoto(bytes).then((photo) => encodePhoto(photo, salt));
