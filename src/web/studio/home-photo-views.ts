import type { HomePhotos } from '#contract/photos.ts';
import { toPhotoView } from '#web/photos/photo-view.ts';
import type { PhotoView } from '#web/photos/photo-view.ts';

export type HomePhotoViews = Readonly<Partial<Record<keyof HomePhotos, PhotoView>>>;

/** What it takes to show the photo of each category on the home page. A photo without an address is left out. */
export const toHomePhotoViews = (photos: HomePhotos): HomePhotoViews =>
  Object.fromEntries(
    Object.entries(photos)
      .map(([category, photo]) => [category, toPhotoView(photo)] as const)
      .filter(([, { imageUrl }]) => imageUrl !== ''),
  );
