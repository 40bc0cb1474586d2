import { appError } from '../../contract/errors.ts';

/** Maximum and default number of items per page. */
const MAX_PAGE_SIZE = 500;

export interface PaginatedRequest {
  readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
  linkNext(cursor: string): void;
}

export interface Page<Position> {
  readonly limit: number;
  /** Null for the first page. */
  readonly after: Position | null;
}

/** Encodes positions in a list as cursors. `read` returns null for an invalid cursor. */
interface CursorCodec<Position, Key> {
  read(cursor: string): Position | null;
  write(row: Key): string;
}

/**
 * Returns one page of a list and links the next page, if there is one. `find` receives a limit that is one higher than the page size, to
 * detect whether another page follows. Throws INVALID_INPUT for an invalid cursor.
 */
export const paginate = async <Position, Key, Row extends Key>(
  { query, linkNext }: PaginatedRequest,
  { read, write }: CursorCodec<Position, Key>,
  find: (page: Page<Position>) => Promise<Row[]>,
): Promise<Row[]> => {
  const limit = query.limit ?? MAX_PAGE_SIZE;
  const after = query.cursor === undefined ? null : read(query.cursor);
  if (query.cursor !== undefined && after === null)
    throw appError('INVALID_INPUT', { fields: { cursor: '목록 위치가 올바르지 않습니다.' } });
  const rows = await find({ limit: limit + 1, after });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last !== undefined && rows.length > limit) linkNext(write(last));
  return page;
};

/** Cursor of lists sorted by descending id. */
export const idCursor = {
  read: (cursor: string): number | null => {
    const id = /^[1-9][0-9]*$/.test(cursor) ? Number(cursor) : Number.NaN;
    return Number.isSafeInteger(id) ? id : null;
  },
  write: ({ id }: { readonly id: number }): string => String(id),
};
