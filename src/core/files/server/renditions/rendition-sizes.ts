/** Standard widths; a photo gets those that are at most its own and give it at most `MAX_PIXELS`. */
const RENDITION_WIDTHS = [480, 960, 1600, 2400] as const;
export const MAX_RENDITION_WIDTH = Math.max(...RENDITION_WIDTHS);
export const JPEG_WIDTH = 1600;
/** Bounds an encoder's memory; the widest 2:3 portrait fits. */
const MAX_PIXELS = 2400 * 3600;
/** A photo narrower than `MAX_RENDITION_WIDTH` may add its own width if that is at least this many times its widest standard width. */
const MIN_STEP = 1.2;

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
  ['jpg', 'image/jpeg'],
]);

/**
 * Chooses the widths of a photo, never enlarging. A photo 2,000 px wide usually keeps its own width too: 1,600 px would lose a fifth of its
 * detail.
 */
export const chooseWidths = (original: { readonly width: number; readonly height: number }): number[] => {
  const isFitting = (width: number): boolean =>
    width <= original.width && (width * width * original.height) / original.width <= MAX_PIXELS;
  const widths: number[] = RENDITION_WIDTHS.filter(isFitting);
  const widest = widths.at(-1) ?? 0;
  const hasOwn = original.width < MAX_RENDITION_WIDTH && original.width >= widest * MIN_STEP;
  return hasOwn && isFitting(original.width) ? [...widths, original.width] : widths;
};

export const renditionKey = (savedFileName: string, width: number, type: 'avif' | 'webp'): string =>
  `${savedFileName}-${width}.${type}`;

export const jpegKey = (savedFileName: string): string => `${savedFileName}.jpg`;

/** The content type by file extension; undefined for one that the files of photos do not have. */
export const contentTypeOf = (key: string): string | undefined =>
  contentTypes.get(key.slice(key.lastIndexOf('.') + 1));

/** Returns the keys of all files of a photo. */
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
