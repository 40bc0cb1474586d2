import type { PhotoView } from './photo-view.ts';

/**
 * Builds `sizes` for a picture with `object-fit: cover` in a frame of `ratio` (width divided by height). The cropped sides
 * count too, because they need pixels. `frames` are the widths of the frame as in `sizes`: `(min-width: 48rem) 56vw`, `90vw`.
 */
export const buildCoverSizes = (
  { width, height }: Pick<PhotoView, 'width' | 'height'>,
  ratio: number,
  frames: readonly string[],
): string => {
  const factor = Number(Math.max(1, width / height / ratio).toFixed(2));
  const enlarge = (frame: string): string => {
    const at = frame.lastIndexOf(' ') + 1;
    return `${frame.slice(0, at)}calc(${frame.slice(at)} * ${factor})`;
  };
  return (factor === 1 ? frames : frames.map(enlarge)).join(', ');
};
