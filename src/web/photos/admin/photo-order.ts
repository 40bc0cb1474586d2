import type { AdminPhoto } from '#contract/admin-photos.ts';
import type { Upload } from '#web/photos/upload/upload.ts';

/** Sorts photos by `ids`. Photos that are not in `ids` come first. */
export const sortByIds = (
  photos: readonly AdminPhoto[],
  ids: readonly number[] | null,
): readonly AdminPhoto[] => {
  if (ids === null) return photos;
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const known = ids.flatMap((id) => byId.get(id) ?? []);
  return [...photos.filter(({ id }) => !ids.includes(id)), ...known];
};

export const moveId = (ids: readonly number[], id: number, position: number): number[] => {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, position), id, ...others.slice(position)];
};

/**
 * Puts the fresh uploads first, in file order. When earlier uploads of the batch are already listed, each fresh one goes after
 * the file before it. All other photos keep their order.
 */
export const insertNewPhotos = (
  photos: readonly AdminPhoto[],
  uploads: readonly Upload[],
  fresh: ReadonlySet<number>,
): number[] => {
  const found = uploads.flatMap((upload) => {
    const photo = photos.find(({ id }) => id === upload.photoId);
    return photo === undefined ? [] : [{ id: photo.id, isFresh: fresh.has(upload.id) }];
  });
  const freshIds = found.filter(({ isFresh }) => isFresh).map(({ id }) => id);
  const ids = photos.map(({ id }) => id).filter((id) => !freshIds.includes(id));
  let index = 0;
  for (const { id, isFresh } of found) {
    if (isFresh) ids.splice(index, 0, id);
    index = ids.indexOf(id) + 1;
  }
  return ids;
};
