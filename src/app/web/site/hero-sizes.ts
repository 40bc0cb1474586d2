import type { PhotoView } from '#core/files/web/photo-view.ts';

// Must match the height in the style sheet, but for `vh` in the place of `svh`.
const HEIGHT = 'clamp(26rem, 92vh, 60rem)';

/**
 * Reduces the requested width by device pixel ratio, to about 1.75 pixels per CSS pixel at 2 (phones only), 2.5 and 3 dppx. These are
 * enough and often select a smaller file.
 */
const DENSE_SCREENS = [
  ['(min-resolution: 3dppx)', '0.58'],
  ['(min-resolution: 2.5dppx)', '0.69'],
  ['(max-width: 40rem) and (min-resolution: 1.5dppx)', '0.87'],
] as const;

/** The `sizes` of the hero image. Where the hero is taller than the photo, the sides are cropped. */
export const heroSizes = ({ width, height }: PhotoView): string => {
  const rendered = `max(100vw, ${HEIGHT} * ${(width / height).toFixed(2)})`;
  return [...DENSE_SCREENS.map(([screen, share]) => `${screen} calc(${rendered} * ${share})`), rendered].join(
    ', ',
  );
};
