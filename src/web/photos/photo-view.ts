import type { Photo } from '#contract/photos.ts';
import type { MetaImage } from '#web/document/page-meta.ts';

export type PhotoView = Pick<Photo, 'imageUrl' | 'width' | 'height' | 'alt' | 'placeholder' | 'sources'>;

export type GalleryPhoto = PhotoView & Pick<Photo, 'id'>;

/** The specification also allows the address of a photo in three other fields. */
type PhotoResponse = Partial<Photo & Record<'url' | 'image' | 'path', string>>;

/** Stands in for the size of a photo whose server does not say it. */
const FALLBACK_SIZE = { width: 1500, height: 1000 } as const;

/**
 * Picks what is shown, because a page's data travels in its document. A server that follows the specification alone sends
 * an address and nothing else: what is missing is filled in, and the photo becomes a plain image without sources.
 */
export const toPhotoView = (photo: PhotoResponse): PhotoView => {
  const { imageUrl, url, image, path, width, height, alt = '사진', placeholder = '', sources = [] } = photo;
  const size = width === undefined || height === undefined ? FALLBACK_SIZE : { width, height };
  const address = imageUrl || url || image || path || '';
  return { imageUrl: address, ...size, alt, placeholder, sources };
};

/** What a page's head tells of a photo; nothing of one without an address. */
export const toShareImage = (photo: PhotoResponse | undefined): MetaImage | undefined => {
  if (photo === undefined) return undefined;
  const { imageUrl, width, height, alt } = toPhotoView(photo);
  return imageUrl === '' ? undefined : { imageUrl, width, height, alt };
};

/** The picture that visitors wait for, as a document's head asks for it. */
export interface PreloadImage {
  readonly type: string;
  readonly srcset: string;
  readonly sizes: string;
}

/** The best of a photo's kinds: browsers that do not take it leave the line in the head alone. */
export const toPreloadImage = (photo: PhotoView | undefined, sizes: string): PreloadImage | undefined => {
  const [best] = photo?.sources ?? [];
  return best === undefined ? undefined : { ...best, sizes };
};
