import sharp, { type Sharp } from 'sharp';
import { photoMessages } from '#contract/admin-photos.ts';
import { invalidPhoto } from '#server/photos/upload/upload-errors.ts';
import { MAX_RENDITION_WIDTH } from './rendition-sizes.ts';
import { hasWideGamut } from './wide-gamut.ts';

/** Upright pixels without metadata, at most as wide as the widest rendition. */
export interface DecodedImage {
  readonly srgb: Sharp;
  /** The same in Display P3, when the original's profile has more colours than sRGB. Carries the profile. */
  readonly wide: Sharp | null;
}

const open = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { failOn: 'error' })
    .autoOrient()
    .resize({ width: MAX_RENDITION_WIDTH, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');

const decodeSrgb = async (bytes: Uint8Array): Promise<Sharp> => {
  const { data, info } = await open(bytes).raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
};

/** A PNG, because raw pixels have no profile. Sharp's sRGB pipeline would cut off the colours. */
const decodeWide = async (bytes: Uint8Array): Promise<Sharp> =>
  sharp(
    await open(bytes)
      .pipelineColourspace('rgb16')
      .withIccProfile('p3')
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );

/** Decodes a file whose size `validateImage` has accepted. Throws 400 for unreadable files. */
export const decodeImage = async (bytes: Uint8Array): Promise<DecodedImage> => {
  try {
    const { icc } = await sharp(bytes).metadata();
    return {
      srgb: await decodeSrgb(bytes),
      wide: icc !== undefined && hasWideGamut(icc) ? await decodeWide(bytes) : null,
    };
  } catch {
    throw invalidPhoto(photoMessages.unreadable);
  }
};
