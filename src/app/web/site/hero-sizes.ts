import type { PhotoView } from '#core/files/web/photo-view.ts';

// Must match the height in the style sheet, but for `vh` in the place of `svh`.
const HEIGHT = 'clamp(26rem, 92vh, 60rem)';

/**
 * Reduces the requested width to 0.8 of the device pixels, or to about 1.6 pixels per CSS pixel on screens of 2.5 and more. These
 * are enough and often select a smaller file.
 */
const DENSE_SCREENS = [
  ['(min-resolution: 3dppx)', '0.54'],
  ['(min-resolution: 2.5dppx)', '0.64'],
  ['(max-width: 40rem) and (min-resolution: 1.5dppx)', '0.8'],
] as const;

/** The `sizes` of the hero image. Where the hero is taller than the photo, the sides are cropped. */
export const heroSizes = ({ width, height }: PhotoView): string => {
  const rendered = `max(100vw, ${HEIGHT} * ${(width / height).toFixed(2)})`;
  return [...DENSE_SCREENS.map(([screen, share]) => `${screen} calc(${rendered} * ${share})`), rendered].join(
    ', ',
  );
};
