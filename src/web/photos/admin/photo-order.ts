import type { AdminPhoto } from '#contract/photos.ts';
import type { Upload } from '#web/photos/upload/upload-queue.ts';

/** Sorts photos by these ids; photos not listed come first. */
export const sortByIds = (
  photos: readonly AdminPhoto[],
  ids: readonly number[] | null,
): readonly AdminPhoto[] => {
  if (ids === null) return photos;
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const known = ids.flatMap((id) => byId.get(id) ?? []);
  return [...photos.filter(({ id }) => !ids.includes(id)), ...known];
};

export const moveId = (ids: readonly number[], id: number, place: number): number[] => {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
};

const isFromUpload = (photo: AdminPhoto, { photoId, hash }: Upload): boolean =>
  photo.id === photoId || (photoId === null && hash != null && photo.contentHash === hash);

/**
 * Returns the ids with new photos first, in the order of the uploads; if earlier uploads are published already, each new one goes after
 * its predecessor. All others keep their order.
 */
export const insertNewPhotos = (
  photos: readonly AdminPhoto[],
  uploads: readonly Upload[],
  fresh: ReadonlySet<number>,
): number[] => {
  const found = uploads.flatMap((upload) => {
    const id = photos.find((photo) => isFromUpload(photo, upload))?.id;
    return id === undefined ? [] : [{ id, isFresh: fresh.has(upload.id) }];
  });
  const placed = found.filter(({ isFresh }) => isFresh).map(({ id }) => id);
  const ids = photos.map(({ id }) => id).filter((id) => !placed.includes(id));
  let place = 0;
  for (const { id, isFresh } of found) {
    if (isFresh) ids.splice(place, 0, id);
    place = ids.indexOf(id) + 1;
  }
  return ids;
};
