import type { PhotoView } from './photo-view.ts';

/** Frame widths per media condition; the last entry has no condition. */
export type FrameWidths = readonly (readonly [condition: string, width: string] | readonly [width: string])[];

/**
 * Builds `sizes` for a picture with `object-fit: cover` in a frame of `ratio` (width divided by height). The cropped sides
 * count too, because they need pixels.
 */
export const buildCoverSizes = (
  { width, height }: Pick<PhotoView, 'width' | 'height'>,
  ratio: number,
  frames: FrameWidths,
): string => {
  const factor = Number(Math.max(1, width / height / ratio).toFixed(2));
  return frames
    .map((frame) => {
      const length = frame.length === 1 ? frame[0] : frame[1];
      const scaled = factor === 1 ? length : `calc(${length} * ${factor})`;
      return frame.length === 1 ? scaled : `${frame[0]} ${scaled}`;
    })
    .join(', ');
};
