import { refuse } from '#contract/errors.ts';

/** What a list answers at most, and when nothing is said. */
export const MAX_PAGE = 500;

/** A cursor that is the id of the last row seen. */
export const readIdCursor = (cursor: string | undefined): number | null => {
  if (cursor === undefined) return null;
  const id = Number(cursor);
  if (!Number.isSafeInteger(id) || id <= 0)
    throw refuse('INVALID_INPUT', { fields: { cursor: '잘못된 목록 위치입니다.' } });
  return id;
};
