import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reservation } from '#contract/reservations.ts';
import type { ListPages } from '#web/shell/paged-list.tsx';
import { nextCursor } from './reservation-cursor.ts';

const PAGE_SIZE = 30;

export const LOAD_FAILED = '예약 정보를 불러오는 데 실패했습니다.';

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

/** A list of bookings, page after page. `key` names the list. */
export const useReservationPages = <Row extends Reservation>(
  key: readonly unknown[],
  load: (request: PageRequest, signal: AbortSignal) => Promise<Row[]>,
): ListPages<Row> => {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: key,
      queryFn: ({ pageParam, signal }) => load({ limit: PAGE_SIZE + 1, cursor: pageParam }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => nextCursor(page, PAGE_SIZE),
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
