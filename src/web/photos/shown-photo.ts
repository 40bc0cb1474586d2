import type { Photo } from '#contract/photos.ts';
import type { MetaImage } from '#web/meta.ts';
import { pictureAddress } from './picture-address.ts';

/** What it takes to show a photo. */
export type ShownPhoto = Pick<Photo, 'imageUrl' | 'width' | 'height' | 'alt' | 'placeholder' | 'sources'>;

/** A page's data travels in its document: no more of a photo than is shown. */
export const toShown = (photo: Photo): ShownPhoto => {
  const { width, height, alt, placeholder, sources } = photo;
  return { imageUrl: pictureAddress(photo), width, height, alt, placeholder, sources };
};

/** What a page's head tells of a photo; nothing of one without an address. */
export const toShared = (photo: ShownPhoto | undefined): MetaImage | undefined => {
  if (photo === undefined) return undefined;
  const { width, height, alt } = photo;
  const imageUrl = pictureAddress(photo);
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
