import type { Photo } from '#contract/photos.ts';
import type { MetaImage } from '#web/document/page-meta.ts';

export type PhotoView = Pick<Photo, 'imageUrl' | 'width' | 'height' | 'alt' | 'placeholder' | 'sources'>;

export type GalleryPhoto = PhotoView & Pick<Photo, 'id'>;

/** The specification also allows the URL of a photo in three other fields. */
type PhotoResponse = Partial<Photo & Record<'url' | 'image' | 'path', string>>;

/** Default size of a photo whose size is unknown. */
const FALLBACK_SIZE = { width: 1500, height: 1000 } as const;

/**
 * Picks the fields that are shown, because a page's data is inlined in its document. If the response only has a URL, as the specification
 * allows, missing fields get defaults and the photo is shown without sources.
 */
export const toPhotoView = (photo: PhotoResponse): PhotoView => {
  const { imageUrl, url, image, path, width, height, alt = '사진', placeholder = '', sources = [] } = photo;
  const size = width === undefined || height === undefined ? FALLBACK_SIZE : { width, height };
  const address = imageUrl || url || image || path || '';
  return { imageUrl: address, ...size, alt, placeholder, sources };
};

/** The photo in a page's meta tags; undefined without a URL. */
export const toShareImage = (photo: PhotoResponse | undefined): MetaImage | undefined => {
  if (photo === undefined) return undefined;
  const { imageUrl, width, height, alt } = toPhotoView(photo);
  return imageUrl === '' ? undefined : { imageUrl, width, height, alt };
};

/** The main image to preload in the document's head. */
export interface PreloadImage {
  readonly type: string;
  readonly srcset: string;
  readonly sizes: string;
}

/** Preloads the best format of a photo; browsers that do not support it ignore the tag. */
export const toPreloadImage = (photo: PhotoView | undefined, sizes: string): PreloadImage | undefined => {
  const [best] = photo?.sources ?? [];
  return best === undefined ? undefined : { ...best, sizes };
};
