import { coverOf, REPRESENTATIVE } from '#core/files/contract/photos.ts';

/** The ids of the categories of a new studio, in order. */
export const defaultCategories = ['LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING'] as const;

/** Where photos of a new studio can be. */
export const allPhotoCategories: readonly string[] = [
  REPRESENTATIVE,
  ...defaultCategories.flatMap((type) => [type, coverOf(type)]),
];
