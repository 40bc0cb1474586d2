/** The widths that browsers choose from; a photo has those that do not exceed its own, and often its own. */
export const RENDITION_WIDTHS = [480, 960, 1600, 2400] as const;
export const WIDEST = Math.max(...RENDITION_WIDTHS);
export const JPEG_WIDTH = 1600;
/** An encoder's memory grows with the pixels: a standing 2:3 picture has its widest, a long strip does not. */
const MAX_PIXELS = 2400 * 3600;
/** A photo's own width is one of its renditions when it is so many times wider than the others. */
const MIN_STEP = 1.2;

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
  ['jpg', 'image/jpeg'],
]);

/** Nothing is ever enlarged. A photo of 2,000 px keeps its own width too: at 1,600 px it would lose a fifth of its detail. */
export const chooseWidths = (original: { readonly width: number; readonly height: number }): number[] => {
  const isFitting = (width: number): boolean =>
    width <= original.width && (width * width * original.height) / original.width <= MAX_PIXELS;
  const widths: number[] = RENDITION_WIDTHS.filter(isFitting);
  const widest = widths.at(-1) ?? 0;
  const hasOwn = original.width < WIDEST && original.width >= widest * MIN_STEP;
  return hasOwn && isFitting(original.width) ? [...widths, original.width] : widths;
};

export const renditionKey = (savedFileName: string, width: number, type: 'avif' | 'webp'): string =>
  `${savedFileName}-${width}.${type}`;

export const jpegKey = (savedFileName: string): string => `${savedFileName}.jpg`;

/** Undefined for what is no photo. */
export const contentTypeOf = (key: string): string | undefined =>
  contentTypes.get(key.slice(key.lastIndexOf('.') + 1));

/** Every object that belongs to a photo. */
export const keysOf = ({
  savedFileName,
  widths,
}: {
  savedFileName: string;
  widths: readonly number[];
}): string[] => [
  ...widths.flatMap((width) => [
    renditionKey(savedFileName, width, 'avif'),
    renditionKey(savedFileName, width, 'webp'),
  ]),
  jpegKey(savedFileName),
];
