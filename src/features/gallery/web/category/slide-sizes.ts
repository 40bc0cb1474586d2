import type { PhotoView } from '#core/files/web/photo-view.ts';

type Dimensions = Pick<PhotoView, 'width' | 'height'>;

/** The shape of a slider's photos: all clearly wide, all upright or about square, or else mixed. Sets the height of the row on a phone. */
export type RowShape = 'landscape' | 'mixed' | 'portrait';

/** The largest height of the row on a phone in percent of the width of the screen, as in the slider's style sheet. */
const heights: Readonly<Record<RowShape, number>> = { landscape: 67, mixed: 84, portrait: 110 };

const exactRatio = ({ width, height }: Dimensions): number => width / height;

export const rowShapeOf = (photos: readonly Dimensions[]): RowShape => {
  const ratios = photos.map(exactRatio);
  if (Math.min(...ratios) > 1.2) return 'landscape';
  return Math.max(...ratios) > 1.05 ? 'mixed' : 'portrait';
};

/** Builds `sizes` for a slide from the heights in the slider's style sheet, with `vh` in the place of `svh` and without the safe area. */
export const buildSlideSizes = (photo: Dimensions, row: RowShape): string => {
  const ratio = exactRatio(photo).toFixed(2);
  return `(min-width: 48rem) calc(clamp(20rem, 100vh - 22rem, 60rem) * ${ratio}), calc(min(${heights[row]}vw, 70vh) * ${ratio})`;
};
