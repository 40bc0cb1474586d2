import { coverOf, REPRESENTATIVE, type PhotoCategory, type PhotosByCategory } from '../contract/photos.ts';
import { toPhotoView, type PhotoView } from './photo-view.ts';

export type HomePhotoViews = Readonly<Record<PhotoCategory, PhotoView>>;

/**
 * The displayed photo of each home page category. Photos without a URL are left out. Covers are decorative, so only the representative
 * photo keeps its description: the document is smaller.
 */
export const toHomePhotoViews = (photos: PhotosByCategory): HomePhotoViews =>
  Object.fromEntries(
    Object.entries(photos)
      .map(([category, photo]) => {
        const view = toPhotoView(photo);
        return [category, category === REPRESENTATIVE ? view : { ...view, alt: '' }] as const;
      })
      .filter(([, { imageUrl }]) => imageUrl !== ''),
  );

/** Gives each category without a cover the first photo of its page, if any. */
export const fillCovers = (photos: PhotosByCategory, first: PhotosByCategory): PhotosByCategory => ({
  ...Object.fromEntries(Object.entries(first).map(([type, photo]) => [coverOf(type), photo])),
  ...photos,
});
