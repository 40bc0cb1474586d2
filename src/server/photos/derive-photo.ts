import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';
import { refuse } from '#contract/errors.ts';
import { photoMessages, uploadLimits } from '#contract/photos.ts';
import {
  chooseWidths,
  contentTypeOf,
  jpegKey,
  JPEG_WIDTH,
  RENDITION_WIDTHS,
  renditionKey,
} from './renditions.ts';

interface PhotoFile {
  readonly key: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface DerivedPhoto {
  /** A hash of all renditions and the salt: the same name always means the same bytes. */
  readonly savedFileName: string;
  /** Of the original, orientation applied. */
  readonly width: number;
  readonly height: number;
  /** Of the AVIF and WebP renditions. */
  readonly widths: readonly number[];
  readonly placeholder: string;
  readonly files: readonly PhotoFile[];
}

// WebP ends at 16,383 px a side.
const MAX_SIDE = 16_383;
const WIDEST = RENDITION_WIDTHS[RENDITION_WIDTHS.length - 1] ?? JPEG_WIDTH;

// 45 kB for a 3:2 picture 960 px wide. Only grainy pictures need more than the first step.
const AVIF_BYTES_PER_PIXEL = 45_000 / (960 * 640);
const AVIF_QUALITIES = [56, 48, 40] as const;
const WEBP_QUALITY = 76;
const JPEG_QUALITY = 80;

// 150 bytes make 200 characters of base64.
const PLACEHOLDER_BYTES = 150;
const PLACEHOLDER_SIDE = 16;

const HASH_NAME = /^[0-9a-f]{24}$/;

const refusePhoto = (message: string) => refuse('INVALID_INPUT', { message, fields: { file: message } });

const isTaken = ({ format, compression }: Metadata): boolean =>
  format === 'jpeg' || format === 'png' || format === 'webp' || (format === 'heif' && compression === 'av1');

/** The bytes tell the type; the header tells the size before anything is decoded. */
const inspect = async (bytes: Uint8Array): Promise<{ width: number; height: number }> => {
  if (bytes.byteLength === 0) throw refusePhoto(photoMessages.file);
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (metadata === null || !isTaken(metadata)) throw refusePhoto(photoMessages.type);
  const { width, height } = metadata.autoOrient;
  if (width * height > uploadLimits.pixels) throw refusePhoto(photoMessages.tooManyPixels);
  if (Math.max(width, height) > MAX_SIDE) throw refusePhoto(photoMessages.tooManyPixels);
  return { width, height };
};

/** Upright sRGB pixels at most as wide as the widest rendition; metadata stays behind. */
const decode = async (bytes: Uint8Array): Promise<Sharp> => {
  const { data, info } = await sharp(bytes, { limitInputPixels: uploadLimits.pixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: WIDEST, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
};

const encodeAvif = async (pixels: Sharp, width: number, height: number): Promise<Buffer> => {
  const budget = width * height * AVIF_BYTES_PER_PIXEL;
  let smallest = Buffer.alloc(0);
  for (const quality of AVIF_QUALITIES) {
    smallest = await pixels
      .clone()
      .resize({ width })
      .avif({ quality, effort: 4, chromaSubsampling: '4:2:0' })
      .toBuffer();
    if (smallest.length <= budget) break;
  }
  return smallest;
};

const encodePlaceholder = async (pixels: Sharp): Promise<string> => {
  const tiny = await pixels
    .clone()
    .resize({ width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: 'inside' })
    .png()
    .toBuffer();
  for (const quality of [60, 40, 25, 12, 0]) {
    const preview = await sharp(tiny).webp({ quality, effort: 6 }).toBuffer();
    if (preview.length <= PLACEHOLDER_BYTES) return `data:image/webp;base64,${preview.toString('base64')}`;
  }
  const plain = await sharp(tiny).resize(2, 2, { fit: 'fill' }).webp({ quality: 0 }).toBuffer();
  return `data:image/webp;base64,${plain.toString('base64')}`;
};

const hashOf = (salt: string, parts: readonly Uint8Array[]): string => {
  const hash = createHash('sha256').update(salt);
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 24);
};

/** Whether the files are those that a photo without a salt was named after. Any other name tells nothing of them. */
export const isNameOf = async (
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
  const encoded = [];
  for (const width of chooseWidths(size.width)) {
    const height = Math.round((size.height * width) / size.width);
    const avif = await encodeAvif(pixels, width, height);
    const webp = await pixels.clone().resize({ width }).webp({ quality: WEBP_QUALITY, effort: 5 }).toBuffer();
    encoded.push({ width, avif, webp });
  }
  const jpeg = await pixels
    .clone()
    .resize({ width: JPEG_WIDTH, withoutEnlargement: true })
    .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
    .toBuffer();
  return { encoded, jpeg };
};

const fileAt = (key: string, bytes: Buffer): PhotoFile => ({
  key,
  bytes,
  contentType: contentTypeOf(key) ?? '',
});

/**
 * Makes of an uploaded picture everything that the site shows. The bytes are decoded and encoded anew, so no
 * metadata and nothing hidden in them survives. Refuses (400) what is no JPEG, PNG, WebP or AVIF, what cannot
 * be read, and what exceeds 60 megapixels. Each upload has a salt of its own, so that no two share files and one can be
 * deleted while the other is being made.
 */
export const derivePhoto = async (bytes: Uint8Array, salt = ''): Promise<DerivedPhoto> => {
  const size = await inspect(bytes);
  const pixels = await decode(bytes).catch(() => {
    throw refusePhoto(photoMessages.unreadable);
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
