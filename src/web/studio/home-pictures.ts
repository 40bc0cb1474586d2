import type { HomePhotos } from '#contract/photos.ts';
import { toShown } from '#web/photos/shown-photo.ts';
import type { ShownPhoto } from '#web/photos/shown-photo.ts';

export type HomePictures = Readonly<Partial<Record<keyof HomePhotos, ShownPhoto>>>;

/** What it takes to show the photo of each category on the home page. A photo without an address is left out. */
export const toPictures = (photos: HomePhotos): HomePictures =>
  Object.fromEntries(
    Object.entries(photos)
      .map(([category, photo]) => [category, toShown(photo)] as const)
      .filter(([, { imageUrl }]) => imageUrl !== ''),
  );
