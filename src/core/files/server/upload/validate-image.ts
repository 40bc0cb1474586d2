import type { Metadata } from 'sharp';
import {
  createLimitMessages,
  MAX_AVIF_PIXELS,
  MAX_PROGRESSIVE_PIXELS,
  photoFileMessages,
  photoMessages,
  type UploadLimits,
} from '../../contract/photo-uploads.ts';
import { invalidPhoto } from './upload-errors.ts';

const isSupported = ({ format, compression }: Metadata): boolean =>
  format === 'jpeg' || format === 'png' || format === 'webp' || (format === 'heif' && compression === 'av1');

const textAt = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

const brandsOf = (bytes: Buffer): string =>
  textAt(bytes, 4, 8) === 'ftyp' ? textAt(bytes, 8, Math.min(bytes.readUInt32BE(0), 256)) : '';

const looksSupported = (bytes: Buffer): boolean =>
  textAt(bytes, 0, 3) === '\xff\xd8\xff' ||
  textAt(bytes, 0, 4) === '\x89PNG' ||
  (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') ||
  /avi[fs]/.test(brandsOf(bytes));

const PNG_SIGNATURE_BYTES = 8;

/** An `acTL` chunk before the pixel data marks an animated PNG. */
const isAnimatedPng = (bytes: Buffer): boolean => {
  let at = PNG_SIGNATURE_BYTES;
  while (at + 8 <= bytes.length) {
    const name = textAt(bytes, at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    // Skips length, name and checksum, 4 bytes each, and the content.
    at += bytes.readUInt32BE(at) + 12;
  }
  return false;
};

const isAnimated = (bytes: Buffer): boolean =>
  brandsOf(bytes).includes('avis') || (textAt(bytes, 0, 4) === '\x89PNG' && isAnimatedPng(bytes));

/** Returns the upright size from the header before anything is decoded. Throws INVALID_INPUT for files that are not accepted. */
export const validateImage = async (
  upload: Uint8Array,
  limits: UploadLimits,
): Promise<{ width: number; height: number }> => {
  if (upload.byteLength === 0) throw invalidPhoto(photoMessages.file);
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
  if (!looksSupported(bytes)) throw invalidPhoto(photoFileMessages.type);
  if (isAnimated(bytes)) throw invalidPhoto(photoFileMessages.animated);
  const { default: sharp } = await import('sharp');
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw invalidPhoto(photoFileMessages.unreadable);
    });
  if (!isSupported(metadata)) throw invalidPhoto(photoFileMessages.type);
  if ((metadata.pages ?? 1) > 1) throw invalidPhoto(photoFileMessages.animated);
  const { width, height } = metadata.autoOrient;
  const { tooManyPixels, sideTooLong } = createLimitMessages(limits);
  const pixels = width * height;
  if (pixels > limits.pixels) throw invalidPhoto(tooManyPixels);
  if (metadata.format === 'heif' && pixels > MAX_AVIF_PIXELS)
    throw invalidPhoto(photoFileMessages.avifTooManyPixels);
  if (metadata.isProgressive && pixels > MAX_PROGRESSIVE_PIXELS)
    throw invalidPhoto(photoFileMessages.progressiveTooManyPixels);
  if (Math.max(width, height) > limits.side) throw invalidPhoto(sideTooLong);
  return { width, height };
};
