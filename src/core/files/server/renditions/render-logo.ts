import { createHash } from 'node:crypto';
import sharp, { type Color, type Sharp } from 'sharp';
import {
  isSquareLogo,
  LOGO_HEIGHT,
  logoScales,
  logoUploadLimits,
  MAX_LOGO_WIDTH,
} from '../../contract/logos.ts';
import { formatPixels } from '../../contract/photo-uploads.ts';
import { invalidPhoto } from '../upload/upload-errors.ts';
import { validateImage } from '../upload/validate-image.ts';

const UNREADABLE = `로고를 읽을 수 없습니다. ${formatPixels(logoUploadLimits.pixels)}까지의 PNG, JPEG, WebP, SVG 파일만 올릴 수 있습니다.`;

/** A logo is decoded once for all of its files, at most at this height in pixels, which is the side of the largest icon. */
const DECODED_HEIGHT = 512;
const DECODED_WIDTH = (DECODED_HEIGHT * MAX_LOGO_WIDTH) / LOGO_HEIGHT;

/** The background of icons: the paper of the light theme. */
const PAPER = '#faf8f5';
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** Icons by name, with their side in pixels and the share of it that the logo takes: below 1 where systems cut off the edges. */
const icons = [
  { name: 'favicon', side: 48, share: 1 },
  { name: 'icon-192', side: 192, share: 1 },
  { name: 'icon-512', side: 512, share: 1 },
  { name: 'icon-maskable-192', side: 192, share: 0.6 },
  { name: 'icon-maskable-512', side: 512, share: 0.6 },
  { name: 'apple-touch-icon', side: 180, share: 0.8 },
] as const;

export interface RenderedLogo {
  /** A hash of the files, and the logo's width in CSS pixels. */
  readonly name: string;
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** Whether the file may be an SVG that is not compressed. Compressed ones are refused, because their text could be of any length. */
const isText = (bytes: Buffer): boolean =>
  /^(?:\u00ef\u00bb\u00bf)?\s*</.test(bytes.toString('latin1', 0, 1_000));

/** An SVG is drawn in the size to which it is resized, whatever its own is. The decoder loads no other files and runs no scripts. */
const open = async (upload: Uint8Array): Promise<Sharp> => {
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
  if (!isText(bytes)) {
    await validateImage(upload, logoUploadLimits);
    return sharp(bytes, { failOn: 'error' });
  }
  const image = sharp(bytes, { limitInputPixels: false });
  if ((await image.metadata()).format !== 'svg') throw invalidPhoto(UNREADABLE);
  return image;
};

const decode = async (upload: Uint8Array) => {
  try {
    return await (
      await open(upload)
    )
      .autoOrient()
      .resize({ width: DECODED_WIDTH, height: DECODED_HEIGHT, fit: 'inside' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw invalidPhoto(UNREADABLE);
  }
};

const fit = (logo: Sharp, width: number, height: number, background: Color): Sharp =>
  logo.clone().resize({ width, height, fit: 'contain', background });

const renderIcon = (logo: Sharp, side: number, share: number): Promise<Buffer> => {
  const edge = Math.round((side * (1 - share)) / 2);
  const inside = side - 2 * edge;
  return fit(logo, inside, inside, PAPER)
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: PAPER })
    .flatten({ background: PAPER })
    .png()
    .toBuffer();
};

/** Renders the files of a logo. Throws 400 for a file that is not accepted or cannot be read. */
export const renderLogo = async (upload: Uint8Array): Promise<RenderedLogo> => {
  const { data, info } = await decode(upload);
  const logo = sharp(data, { raw: info });
  const ratio = info.width / info.height;
  const width = Math.max(1, Math.min(MAX_LOGO_WIDTH, Math.round(LOGO_HEIGHT * ratio)));
  const scaled = logoScales.flatMap((scale) => {
    const image = fit(logo, width * scale, LOGO_HEIGHT * scale, TRANSPARENT);
    return [
      { name: `${scale}x.webp`, rendering: image.clone().webp({ lossless: true }).toBuffer() },
      { name: `${scale}x.png`, rendering: image.png().toBuffer() },
    ];
  });
  const square = isSquareLogo(width)
    ? icons.map(({ name, side, share }) => ({
        name: `${name}.png`,
        rendering: renderIcon(logo, side, share),
      }))
    : [];
  const files = await Promise.all(
    [...scaled, ...square].map(async ({ name, rendering }) => ({ name, bytes: await rendering })),
  );
  const hash = createHash('sha256');
  for (const { bytes } of files) hash.update(bytes);
  return { name: `${hash.digest('hex').slice(0, 24)}-${width}`, files };
};
