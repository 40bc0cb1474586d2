import { and, asc, eq, notInArray, sql, type SQL } from 'drizzle-orm';
import { appError, type AppError } from '#platform/contract/errors.ts';
import { findDatabaseError } from '#platform/server/db/database-errors.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { SHOOT_TYPE_MESSAGE, type ShootType } from '../contract/categories.ts';
import type { SectionBody } from '../contract/content-section.ts';
import type { contentSections } from '../contract/sections.ts';
import { categories } from './tables.ts';

type CategoryList = SectionBody<typeof contentSections.categories>;
type CategoryRow = typeof categories.$inferSelect;

const FOREIGN_KEY_VIOLATION = '23503';

/** All categories in order, hidden ones included. */
export const findCategories = (db: Tx): Promise<CategoryRow[]> =>
  db.select().from(categories).orderBy(asc(categories.sortOrder));

/** The names of all categories by id, for records that may be of a hidden one. */
export const findCategoryNames = async (db: Tx): Promise<ReadonlyMap<ShootType, string>> =>
  new Map((await findCategories(db)).map(({ id, name }) => [id, name]));

/** The name of a category as a column; null for an unknown id. */
export const categoryNameOf = (id: SQL): SQL<string> => sql`(select name from categories where id = ${id})`;

/** A column with the id of a category. A member's export shows the name instead. */
export const categoryColumn = { label: '카테고리', select: categoryNameOf(sql`shoot_type`) };

/** For a category that does not exist, or that visitors do not see. */
export const unknownCategory = (field = 'shootType'): AppError =>
  appError('INVALID_INPUT', { message: SHOOT_TYPE_MESSAGE, fields: { [field]: SHOOT_TYPE_MESSAGE } });

/** Throws INVALID_INPUT when visitors do not see the category. Null stands for the top of the home page, which is always allowed. */
export const assertCategoryShown = async (db: Tx, id: ShootType | null, field?: string): Promise<void> => {
  if (id === null) return;
  const isShown = and(eq(categories.id, id), categories.isShown);
  if ((await db.select({ id: categories.id }).from(categories).where(isShown)).length === 0)
    throw unknownCategory(field);
};

/** Waits for a write. Throws INVALID_INPUT when it names a category that does not exist. */
export const refuseUnknownCategory = async <T>(work: Promise<T>, field?: string): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const found = findDatabaseError(error);
    const isUnknown = found?.code === FOREIGN_KEY_VIOLATION && found.constraint?.endsWith('_shoot_type_fkey');
    throw isUnknown === true ? unknownCategory(field) : error;
  }
};

/**
 * Deletes the categories that are not listed. Throws INVALID_INPUT, and deletes none, when a booking, version of a package, photo or upload
 * refers to one of them.
 */
const deleteOthers = async (tx: Tx, { categories: listed }: CategoryList): Promise<void> => {
  const ids = listed.map(({ code }) => code);
  const others = (await findCategories(tx)).filter(({ id }) => !ids.includes(id));
  try {
    if (others.length > 0) await tx.delete(categories).where(notInArray(categories.id, ids));
  } catch (error) {
    if (findDatabaseError(error)?.code !== FOREIGN_KEY_VIOLATION) throw error;
    const names = others.map(({ name }) => `‘${name}’`).join(', ');
    throw appError('INVALID_INPUT', {
      message: `${names} 카테고리에는 예약, 상품이나 사진이 있어 삭제할 수 없습니다. 대신 방문자에게 숨길 수 있습니다.`,
    });
  }
};

/**
 * Writes the published list into the table, in the transaction that publishes it. Throws INVALID_INPUT when the code of a published
 * category was changed, or when one is missing to which bookings, packages, photos or uploads refer.
 */
export const saveCategories = async (
  tx: Tx,
  body: CategoryList,
  published: CategoryList | null,
): Promise<CategoryList> => {
  for (const [index, { id, code }] of body.categories.entries()) {
    const before = published?.categories.find((one) => one.id === id);
    if (before === undefined || before.code === code) continue;
    const message = `게시한 코드(${before.code})는 바꿀 수 없습니다.`;
    throw appError('INVALID_INPUT', { message, fields: { [`categories.${index}.code`]: message } });
  }
  const rows = body.categories.map(({ code, name, isHidden }, sortOrder) => ({
    id: code,
    name,
    sortOrder,
    isShown: !isHidden,
  }));
  await tx
    .insert(categories)
    .values(rows)
    .onConflictDoUpdate({
      target: categories.id,
      set: {
        name: sql`excluded.name`,
        sortOrder: sql`excluded.sort_order`,
        isShown: sql`excluded.is_shown`,
      },
    });
  await deleteOthers(tx, body);
  return body;
};
