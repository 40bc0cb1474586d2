import type { ReactNode } from 'react';
import type { Reservation } from '#contract/reservations.ts';
import { Button } from '#web/ui/button.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { ReservationPages } from './use-reservation-pages.ts';

interface PagedListProps<Row extends Reservation> {
  readonly pages: ReservationPages<Row>;
  readonly skeleton: ReactNode;
  /** In the place of a list without a booking. */
  readonly empty: ReactNode;
  readonly describeFailure: (error: unknown) => string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list in whichever state it is: loading, unreadable, empty, or shown with more to come. */
export const PagedList = <Row extends Reservation>({
  pages,
  skeleton,
  empty,
  describeFailure,
  children,
}: PagedListProps<Row>) => {
  const { rows, error, isPending, hasMore, isLoadingMore, loadMore, reload } = pages;
  if (isPending) return skeleton;
  const retry = (
    <Button variant="secondary" onClick={reload}>
      다시 시도
    </Button>
  );
  const failure = error !== null && (
    <Notice tone="error" action={rows === undefined ? retry : undefined}>
      {describeFailure(error)}
    </Notice>
  );
  if (rows === undefined) return failure;
  if (rows.length === 0) return empty;
  return (
    <>
      {children(rows)}
      {failure}
      {hasMore && <MoreButton label="더 보기" isLoading={isLoadingMore} onMore={loadMore} />}
    </>
  );
};
