import type { AdminPhoto } from '#contract/photos.ts';
import type { Upload } from './upload-queue.ts';

/** By these ids; what came since stands first. */
export const arrange = (
  photos: readonly AdminPhoto[],
  ids: readonly number[] | null,
): readonly AdminPhoto[] => {
  if (ids === null) return photos;
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const known = ids.flatMap((id) => byId.get(id) ?? []);
  return [...photos.filter(({ id }) => !ids.includes(id)), ...known];
};

export const moveTo = (ids: readonly number[], id: number, place: number): number[] => {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
};

const isOf = (photo: AdminPhoto, { photoId, hash }: Upload): boolean =>
  photo.id === photoId || (photoId === null && hash != null && photo.contentHash === hash);

/** The photos of these uploads first and in their order, the others as they hang. */
export const placeFirst = (photos: readonly AdminPhoto[], uploads: readonly Upload[]): number[] => {
  const first = uploads.flatMap((upload) => photos.find((photo) => isOf(photo, upload))?.id ?? []);
  return [...new Set([...first, ...photos.map(({ id }) => id)])];
};
