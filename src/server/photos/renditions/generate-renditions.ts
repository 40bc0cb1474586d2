import { photoMessages, uploadLimits } from '#contract/admin-photos.ts';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { encodePlaceholder } from './encode-placeholder.ts';
import { validateImage } from '#server/photos/upload/validate-image.ts';
import { invalidPhoto } from '#server/photos/upload/invalid-photo.ts';
import {
  chooseWidths,
  contentTypeOf,
  jpegKey,
  JPEG_WIDTH,
  renditionKey,
  MAX_RENDITION_WIDTH,
} from './rendition-sizes.ts';

interface RenditionFile {
  readonly key: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface RenderedPhoto {
  /** A hash of all renditions and the salt. */
  readonly savedFileName: string;
  /** Size of the original with its orientation applied. */
  readonly width: number;
  readonly height: number;
  /** Widths of the AVIF and WebP renditions. */
  readonly widths: readonly number[];
  readonly placeholder: string;
  readonly files: readonly RenditionFile[];
}

// About 45 kB for a 3:2 image 960 px wide; the smallest rendition may have a fifth more per pixel.
const AVIF_BYTES_PER_PIXEL = (1.2 * 45_000) / (960 * 640);
const AVIF_QUALITIES = [56, 48, 40] as const;
// The widest renditions are shown on dense screens, which hide the loss.
const MAX_WIDE_AVIF_QUALITY = 50;
const WEBP_QUALITY = 76;
const JPEG_QUALITY = 80;
// Effort 3 takes a sixth of the time of effort 4 for a fifth more bytes, which pays off only for wide renditions.
const avifEffort = (width: number): number => (width > JPEG_WIDTH ? 3 : 4);

const HASH_NAME = /^[0-9a-f]{24}$/;

/** Decodes to upright sRGB pixels without metadata, at most as wide as the widest rendition. */
const decode = async (bytes: Uint8Array): Promise<Sharp> => {
  const { data, info } = await sharp(bytes, { limitInputPixels: uploadLimits.pixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: MAX_RENDITION_WIDTH, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
};

const encodeAvif = (pixels: Sharp, width: number, chosen: number): Promise<Buffer> => {
  const quality = width > JPEG_WIDTH ? Math.min(chosen, MAX_WIDE_AVIF_QUALITY) : chosen;
  return pixels
    .clone()
    .resize({ width })
    .avif({ quality, effort: avifEffort(width), chromaSubsampling: '4:2:0' })
    .toBuffer();
};

const encodeWebp = (pixels: Sharp, width: number): Promise<Buffer> =>
  pixels.clone().resize({ width }).webp({ quality: WEBP_QUALITY, effort: 5 }).toBuffer();

const encodeJpeg = (pixels: Sharp): Promise<Buffer> =>
  pixels
    .clone()
    .resize({ width: JPEG_WIDTH, withoutEnlargement: true })
    .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
    .toBuffer();

interface Smallest {
  readonly avif: Buffer;
  readonly quality: number;
}

/** The smallest rendition, which is cheap to encode, determines the quality of all. */
const encodeSmallest = async (pixels: Sharp, width: number, height: number): Promise<Smallest> => {
  const budget = width * height * AVIF_BYTES_PER_PIXEL;
  let smallest: Smallest = { avif: Buffer.alloc(0), quality: 0 };
  for (const quality of AVIF_QUALITIES) {
    smallest = { avif: await encodeAvif(pixels, width, quality), quality };
    if (smallest.avif.length <= budget) break;
  }
  return smallest;
};

const hashOf = (salt: string, parts: readonly Uint8Array[]): string => {
  const hash = createHash('sha256').update(salt);
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 24);
};

/** Whether the files match the hash in the name of a photo without a salt. True for names that are not hashes. */
export const matchesContentHash = async (
  savedFileName: string,
  widths: readonly number[],
  read: (key: string) => Promise<Uint8Array>,
): Promise<boolean> => {
  if (!HASH_NAME.test(savedFileName)) return true;
  const keys = widths.flatMap((width) => [
    renditionKey(savedFileName, width, 'avif'),
    renditionKey(savedFileName, width, 'webp'),
  ]);
  return hashOf('', await Promise.all([jpegKey(savedFileName), ...keys].map(read))) === savedFileName;
};

const encodeAll = async (pixels: Sharp, size: { width: number; height: number }) => {
  const widths = chooseWidths(size);
  const [narrowest = size.width] = widths;
  const smallest = await encodeSmallest(pixels, narrowest, (size.height * narrowest) / size.width);
  const avifOf = async (width: number): Promise<Buffer> =>
    width === narrowest ? smallest.avif : encodeAvif(pixels, width, smallest.quality);
  // The slowest encodings start first, so that libuv's threads finish at about the same time.
  const avifs = Promise.all(widths.toReversed().map(avifOf));
  const webps = Promise.all(widths.map((width) => encodeWebp(pixels, width)));
  const [avif, webp, jpeg] = await Promise.all([avifs, webps, encodeJpeg(pixels)]);
  const none = Buffer.alloc(0);
  const encoded = widths.map((width, index) => ({
    width,
    avif: avif.at(-1 - index) ?? none,
    webp: webp[index] ?? none,
  }));
  return { encoded, jpeg };
};

const fileAt = (key: string, bytes: Buffer): RenditionFile => ({
  key,
  bytes,
  contentType: contentTypeOf(key) ?? '',
});

/** One upright JPEG without metadata, at most 1,600 px wide. */
export interface RenderedPicture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Renders a private picture. Throws 400 like `generateRenditions`. */
export const renderPicture = async (upload: Uint8Array): Promise<RenderedPicture> => {
  await validateImage(upload);
  const pixels = await decode(upload).catch(() => {
    throw invalidPhoto(photoMessages.unreadable);
  });
  const bytes = await encodeJpeg(pixels);
  const { width, height } = await sharp(bytes).metadata();
  return { width, height, bytes };
};

/**
 * Renders all renditions of an uploaded photo. Re-encoding removes metadata; the salt prevents uploads from sharing files. Throws
 * 400 for other formats, animations, unreadable files, and more than 60 megapixels or 12,000 px per side.
 */
export const generateRenditions = async (bytes: Uint8Array, salt = ''): Promise<RenderedPhoto> => {
  const size = await validateImage(bytes);
  const pixels = await decode(bytes).catch(() => {
    throw invalidPhoto(photoMessages.unreadable);
  });
  const { encoded, jpeg } = await encodeAll(pixels, size);
  const savedFileName = hashOf(salt, [jpeg, ...encoded.flatMap(({ avif, webp }) => [avif, webp])]);
  return {
    savedFileName,
    ...size,
    widths: encoded.map(({ width }) => width),
    placeholder: await encodePlaceholder(pixels),
    files: [
      ...encoded.flatMap(({ width, avif, webp }) => [
        fileAt(renditionKey(savedFileName, width, 'avif'), avif),
        fileAt(renditionKey(savedFileName, width, 'webp'), webp),
      ]),
      fileAt(jpegKey(savedFileName), jpeg),
    ],
  };
};
