/** The widths that browsers choose from; a photo has those that do not exceed its own. */
export const RENDITION_WIDTHS = [480, 960, 1600, 2400] as const;
export const JPEG_WIDTH = 1600;
/** An encoder's memory grows with the pixels: a standing 2:3 picture has its widest, a long strip does not. */
const MAX_PIXELS = 2400 * 3600;

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
  ['jpg', 'image/jpeg'],
]);

/** A photo narrower than the smallest width keeps its own: nothing is ever enlarged. */
export const chooseWidths = (original: { readonly width: number; readonly height: number }): number[] => {
  const pixelsAt = (width: number): number => (width * width * original.height) / original.width;
  const fitting = RENDITION_WIDTHS.filter(
    (width) => width <= original.width && pixelsAt(width) <= MAX_PIXELS,
  );
  return fitting.length > 0 ? fitting : [Math.min(original.width, RENDITION_WIDTHS[0])];
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
