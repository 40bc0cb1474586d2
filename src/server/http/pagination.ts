import { appError } from '#contract/errors.ts';

/** Maximum and default page size of a list. */
const MAX_PAGE_SIZE = 500;

interface PaginatedRequest {
  readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
  linkNext(cursor: string): void;
}

/** Encodes and decodes the cursor of a list; `read` returns null for an invalid cursor. */
interface CursorCodec<Place, Key> {
  read(cursor: string): Place | null;
  write(row: Key): string;
}

const readPosition = <Place>(
  cursor: string | undefined,
  read: (text: string) => Place | null,
): Place | null => {
  if (cursor === undefined) return null;
  const place = read(cursor);
  if (place === null)
    throw appError('INVALID_INPUT', { fields: { cursor: '목록 위치가 올바르지 않습니다.' } });
  return place;
};

/** Returns one page of a list and links to the next. `find` gets a limit of one more row, to know whether another page follows. */
export const paginate = async <Place, Key, Row extends Key>(
  { query, linkNext }: PaginatedRequest,
  { read, write }: CursorCodec<Place, Key>,
  find: (page: { limit: number; after: Place | null }) => Promise<Row[]>,
): Promise<Row[]> => {
  const limit = query.limit ?? MAX_PAGE_SIZE;
  const rows = await find({ limit: limit + 1, after: readPosition(query.cursor, read) });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last !== undefined && rows.length > limit) linkNext(write(last));
  return page;
};

/** The cursor of a list sorted by id, newest first. */
export const idCursor = {
  read: (cursor: string): number | null => {
    const id = /^[1-9][0-9]*$/.test(cursor) ? Number(cursor) : Number.NaN;
    return Number.isSafeInteger(id) ? id : null;
  },
  write: ({ id }: { readonly id: number }): string => String(id),
};
