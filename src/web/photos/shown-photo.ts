import type { Photo } from '#contract/photos.ts';
import type { MetaImage } from '#web/meta.ts';

export type ShownPhoto = Pick<Photo, 'imageUrl' | 'width' | 'height' | 'alt' | 'placeholder' | 'sources'>;

export type GalleryPhoto = ShownPhoto & Pick<Photo, 'id'>;

/** The specification also allows the address of a photo in three other fields. */
type AnsweredPhoto = Partial<Photo & Record<'url' | 'image' | 'path', string>>;

/** Stands in for the size of a photo whose server does not say it. */
const ASSUMED_SIZE = { width: 1500, height: 1000 } as const;

/**
 * Picks what is shown, because a page's data travels in its document. A server that follows the specification alone sends
 * an address and nothing else: what is missing is filled in, and the photo becomes a plain image without sources.
 */
export const toShown = (photo: AnsweredPhoto): ShownPhoto => {
  const { imageUrl, url, image, path, width, height, alt = '사진', placeholder = '', sources = [] } = photo;
  const size = width === undefined || height === undefined ? ASSUMED_SIZE : { width, height };
  const address = imageUrl || url || image || path || '';
  return { imageUrl: address, ...size, alt, placeholder, sources };
};

/** What a page's head tells of a photo; nothing of one without an address. */
export const toShared = (photo: AnsweredPhoto | undefined): MetaImage | undefined => {
  if (photo === undefined) return undefined;
  const { imageUrl, width, height, alt } = toShown(photo);
  return imageUrl === '' ? undefined : { imageUrl, width, height, alt };
};

/** The picture that visitors wait for, as a document's head asks for it. */
export interface FirstPicture {
  readonly type: string;
  readonly srcset: string;
  readonly sizes: string;
}

/** The best of a photo's kinds: browsers that do not take it leave the line in the head alone. */
export const firstPictureOf = (photo: ShownPhoto | undefined, sizes: string): FirstPicture | undefined => {
  const [best] = photo?.sources ?? [];
  return best === undefined ? undefined : { ...best, sizes };
};
