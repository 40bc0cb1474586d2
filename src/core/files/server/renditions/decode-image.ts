import sharp, { type Sharp } from 'sharp';
import { photoMessages } from '../../contract/photo-uploads.ts';
import { invalidPhoto } from '../upload/upload-errors.ts';
import { MAX_RENDITION_WIDTH } from './rendition-sizes.ts';

// An ICC profile starts with a header of 128 bytes, the number of its tags, and for each tag a signature, an offset and a length.
const HEADER_BYTES = 128;
const TAG_BYTES = 12;
/** Area of the triangle of sRGB's primaries in the chromaticity diagram, in the D50 white point of profiles. */
const SRGB_AREA = 0.109;
/** Display P3 and Adobe RGB have about 1.3 times the area of sRGB. */
const MIN_RATIO = 1.1;

type Point = readonly [x: number, y: number];

/** The chromaticity of an `XYZ ` tag, or undefined without the tag. */
const readPrimary = (profile: Buffer, signature: string): Point | undefined => {
  const tags = profile.readUInt32BE(HEADER_BYTES);
  for (let index = 0; index < tags; index += 1) {
    const entry = HEADER_BYTES + 4 + index * TAG_BYTES;
    if (profile.toString('latin1', entry, entry + 4) !== signature) continue;
    const value = profile.readUInt32BE(entry + 4) + 8;
    const [x = 0, y = 0, z = 0] = [0, 4, 8].map((offset) => profile.readInt32BE(value + offset) / 65_536);
    return [x / (x + y + z), y / (x + y + z)];
  }
  return undefined;
};

/** Whether the primaries of an ICC profile span clearly more colours than sRGB. False when they are missing or cannot be read. */
const hasWideGamut = (profile: Buffer): boolean => {
  try {
    const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map((signature) => readPrimary(profile, signature));
    if (red === undefined || green === undefined || blue === undefined) return false;
    const area =
      Math.abs((green[0] - red[0]) * (blue[1] - red[1]) - (blue[0] - red[0]) * (green[1] - red[1])) / 2;
    return area > SRGB_AREA * MIN_RATIO;
  } catch {
    return false;
  }
};

/** Upright pixels, at most `MAX_RENDITION_WIDTH` wide. */
export interface DecodedImage {
  readonly srgb: Sharp;
  /** The same in Display P3 and with its profile; null unless the original's profile has clearly more colours than sRGB. */
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
