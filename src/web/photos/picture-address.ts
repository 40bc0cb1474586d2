const places = ['imageUrl', 'url', 'image', 'path'] as const;

type Answer = Readonly<Partial<Record<(typeof places)[number], unknown>>>;

const isAddress = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Where the picture is to be had: our own server says `imageUrl`, another may say `url`, `image` or `path`. */
export const pictureAddress = (photo: Answer): string =>
  places.map((place) => photo[place]).find(isAddress) ?? '';
