import type { PhotoView } from '#core/files/web/photo-view.ts';

type Dimensions = Pick<PhotoView, 'width' | 'height'>;

/** Shape of the photo with the widest ratio. On wider screens it sets the height of the row. */
export type RowShape = 'landscape' | 'square' | 'portrait';

const heightShares: Readonly<Record<RowShape, number>> = { landscape: 0.66, square: 1, portrait: 1.25 };

const ratioOf = ({ width, height }: Dimensions): number => width / height;

export const rowShapeOf = (photos: readonly Dimensions[]): RowShape => {
  const widest = Math.max(...photos.map(ratioOf));
  if (widest > 1.2) return 'landscape';
  return widest > 0.95 ? 'square' : 'portrait';
};

/** Builds `sizes` for a slide. The formulas approximate the slider's style sheet. */
export const buildSlideSizes = (photo: Dimensions, row: RowShape): string => {
  const ratio = ratioOf(photo).toFixed(2);
  const height = `min(100vw * ${heightShares[row]}, clamp(min(75vh, 20rem), 100vh - 24rem, 45rem))`;
  return `(min-width: 48rem) min(100vw, ${height} * ${ratio}), min(100vw, 70vh * ${ratio})`;
};
