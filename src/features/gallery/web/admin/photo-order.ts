import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';

/** Sorts photos by `ids`. Photos that are not in `ids` come first. Null keeps their order. */
export const sortByIds = (
  photos: readonly AdminPhoto[],
  ids: readonly number[] | null,
): readonly AdminPhoto[] => {
  if (ids === null) return photos;
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const known = ids.flatMap((id) => byId.get(id) ?? []);
  return [...photos.filter(({ id }) => !ids.includes(id)), ...known];
};
