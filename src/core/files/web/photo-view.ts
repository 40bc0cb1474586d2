import { shareImagePath, shareImageSize, type Photo } from '../contract/photos.ts';

export type PhotoView = Pick<
  Photo,
  'imageUrl' | 'width' | 'height' | 'alt' | 'placeholder' | 'sources' | 'focus'
>;

export type GalleryPhoto = PhotoView & Pick<Photo, 'id'>;

/** The id of a photo's element on the page of its category, used as a link target. */
export const slideId = ({ id }: Pick<Photo, 'id'>): string => `photo-${id}`;

/** The specification allows the image URL in three other fields as well. */
export type PhotoResponse = Partial<Photo & Record<'url' | 'image' | 'path', string>>;

/** Size in pixels for photos that the server returns without one. */
const FALLBACK_SIZE = { width: 1500, height: 1000 } as const;
const CENTER = { x: 50, y: 50 } as const;

/**
 * Picks the displayed fields, because page data is embedded in the HTML. Fills in defaults for servers that return only an
 * image URL, which makes the photo a plain image without sources.
 */
export const toPhotoView = (photo: PhotoResponse): PhotoView => {
  const { imageUrl, url, image, path, width, height } = photo;
  const { alt = '사진', placeholder = '', sources = [], focus = CENTER } = photo;
  const size = width === undefined || height === undefined ? FALLBACK_SIZE : { width, height };
  const src = imageUrl || url || image || path || '';
  return { imageUrl: src, ...size, alt, placeholder, sources, focus };
};

/**
 * The image that messengers and search engines show for a page. Without a crop, the size is that of the original: `head-tags.ts` scales it
 * down to the JPEG, which is at most 1,600 px wide.
 */
export interface MetaImage {
  readonly imageUrl: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** The sharing image of a page's head: a crop, or the whole image of a photo without an id or sources. Undefined without an image. */
export const toShareImage = (photo: PhotoResponse | undefined): MetaImage | undefined => {
  if (photo === undefined) return undefined;
  const { imageUrl, width, height, alt, sources, focus } = toPhotoView(photo);
  if (photo.id !== undefined && sources.length > 0)
    return { imageUrl: shareImagePath(photo.id, focus), ...shareImageSize, alt };
  return imageUrl === '' ? undefined : { imageUrl, width, height, alt };
};

/** The image preloaded in the page's head. */
export interface PreloadImage {
  readonly type: string;
  readonly srcset: string;
  readonly sizes: string;
}

/** Takes the photo's first (best) source type. Browsers that do not support the type ignore the preload. */
export const toPreloadImage = (photo: PhotoView | undefined, sizes: string): PreloadImage | undefined => {
  const [best] = photo?.sources ?? [];
  return best === undefined ? undefined : { ...best, sizes };
};
