import type { PhotoView } from './photo-view.ts';

const STEP = 0.05;
const NARROWEST = 0.55;
const WIDEST = 2;

/** Width divided by height, in steps of 0.05 from 0.55 to 2: the values that `photo-ratio.module.css` has rules for. */
export const ratioOf = ({ width, height }: Pick<PhotoView, 'width' | 'height'>): number => {
  const ratio = Math.min(Math.max(width / height, NARROWEST), WIDEST);
  return Number((Math.round(ratio / STEP) * STEP).toFixed(2));
};
