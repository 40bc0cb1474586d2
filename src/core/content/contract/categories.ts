import * as z from 'zod/mini';

/** The id of a category, such as `WEDDING`. It never changes. A valid id need not exist: foreign keys refuse unknown ones in tables. */
export type ShootType = string;

/** The pattern of the ids. The cache of guests' pages also recognizes the path of a category page by it. */
export const SHOOT_TYPE_PATTERN = /^(?!REPRESENTATIVE$|.*_MAIN$)[A-Z][A-Z0-9_]{1,29}$/;

/** Stands for every category in a section of the settings. No id is in lower case. */
export const ALL_CATEGORIES = 'all';

/** The message for a missing, invalid, unknown or hidden category. */
export const SHOOT_TYPE_MESSAGE = '카테고리를 선택해 주세요.';
export const shootType = z.string(SHOOT_TYPE_MESSAGE).check(z.regex(SHOOT_TYPE_PATTERN, SHOOT_TYPE_MESSAGE));

export const category = z.strictObject({ id: shootType, name: z.string() });
export type Category = z.output<typeof category>;

/** Finds a category by the id in a path or query, ignoring case and surrounding blanks. */
export const findCategory = (
  categories: readonly Category[],
  value: string | null | undefined,
): Category | undefined => {
  const id = value?.trim().toUpperCase();
  return categories.find((one) => one.id === id);
};
