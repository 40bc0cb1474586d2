import type { PhotoView } from '#web/photos/photo-view.ts';

/** Widths of a frame with their media conditions; the last has none. */
export type FrameWidths = readonly (readonly [condition: string, width: string] | readonly [width: string])[];

/**
 * Returns `sizes` of an image that covers a frame of the aspect ratio `ratio`: cropped sides need pixels as well.
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
      const grown = factor === 1 ? length : `calc(${length} * ${factor})`;
      return frame.length === 1 ? grown : `${frame[0]} ${grown}`;
    })
    .join(', ');
};
