/** The widths that browsers choose from; a photo has those that do not exceed its own. */
export const RENDITION_WIDTHS = [480, 960, 1600, 2400] as const;
export const JPEG_WIDTH = 1600;

const contentTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** A photo narrower than the smallest width keeps its own: nothing is ever enlarged. */
export const chooseWidths = (originalWidth: number): number[] => {
  const fitting = RENDITION_WIDTHS.filter((width) => width <= originalWidth);
  return fitting.length > 0 ? fitting : [originalWidth];
};

export const renditionKey = (savedFileName: string, width: number, type: 'avif' | 'webp'): string =>
  `${savedFileName}-${width}.${type}`;

export const jpegKey = (savedFileName: string): string => `${savedFileName}.jpg`;

/** Undefined for what is no photo. */
export const contentTypeOf = (key: string): string | undefined =>
  contentTypes[key.slice(key.lastIndexOf('.') + 1)];

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
