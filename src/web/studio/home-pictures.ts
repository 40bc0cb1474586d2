import type { HomePhotos } from '#contract/photos.ts';
import { toShown } from '#web/photos/shown-photo.ts';
import type { ShownPhoto } from '#web/photos/shown-photo.ts';

export type HomePictures = Readonly<Partial<Record<keyof HomePhotos, ShownPhoto>>>;

/** Of each place on the home page, what it takes to show it. */
export const toPictures = (photos: HomePhotos): HomePictures =>
  Object.fromEntries(Object.entries(photos).map(([category, photo]) => [category, toShown(photo)]));
