import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { messageOf } from './api/api.ts';
import { LoadFailure } from './load-failure.tsx';
import styles from './paged-list.module.css';

interface PagedListProps<Row> {
  /** The result of `useApiPages`. */
  readonly pages: UseInfiniteQueryResult<readonly Row[]>;
  readonly skeleton: ReactNode;
  readonly empty: ReactNode;
  readonly describeFailure?: (error: unknown) => string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

export const PagedList = <Row,>({
  pages,
  skeleton,
  empty,
  describeFailure = messageOf,
  children,
}: PagedListProps<Row>) => {
  const { data: rows, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  if (isPending) return skeleton;
  if (rows === undefined)
    return <LoadFailure error={error} describe={describeFailure} onRetry={() => void refetch()} />;
  if (rows.length === 0) return empty;
  return (
    <>
      {children(rows)}
      {error !== null && <Notice tone="error">{describeFailure(error)}</Notice>}
      {hasNextPage && (
        <div className={styles.more}>
          <Button variant="secondary" isLoading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            더 보기
          </Button>
        </div>
      )}
    </>
  );
};
