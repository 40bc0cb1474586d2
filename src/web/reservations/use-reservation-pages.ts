import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reservation } from '#contract/reservations.ts';

const PAGE_SIZE = 30;

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

/** The place in the list after this booking, as the server names it in its `Link` header. */
const cursorAfter = ({ date, time, id }: Reservation): string => `${date}.${time}.${id}`;

// One more than is shown tells whether there is more.
const nextCursor = (rows: readonly Reservation[]): string | undefined => {
  const last = rows[PAGE_SIZE - 1];
  return last !== undefined && rows.length > PAGE_SIZE ? cursorAfter(last) : undefined;
};

interface Options {
  readonly enabled?: boolean;
}

/** A list of bookings, page after page. `key` names the list. */
export const useReservationPages = <Row extends Reservation>(
  key: readonly unknown[],
  load: (request: PageRequest, signal: AbortSignal) => Promise<Row[]>,
  { enabled = true }: Options = {},
) => {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: key,
      queryFn: ({ pageParam, signal }) => load({ limit: PAGE_SIZE + 1, cursor: pageParam }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: nextCursor,
      enabled,
    });
  return {
    rows: data?.pages.flatMap((page) => page.slice(0, PAGE_SIZE)),
    error,
    isPending,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    reload: () => void refetch(),
  };
};
