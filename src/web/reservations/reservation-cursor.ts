import type { Reservation } from '#contract/reservations.ts';

/** The place in the list after this booking, as the server names it in its `Link` header. */
const cursorAfter = ({ date, time, id }: Reservation): string => `${date}.${time}.${id}`;

/** Where the next page begins. One row more than a page was asked for: it tells whether there is one. */
export const nextCursor = (rows: readonly Reservation[], pageSize: number): string | undefined => {
  const last = rows[pageSize - 1];
  return last !== undefined && rows.length > pageSize ? cursorAfter(last) : undefined;
};
