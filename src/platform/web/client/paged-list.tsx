import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { messageOf } from './api/api.ts';
import { LoadFailure } from './load-failure.tsx';
import styles from './paged-list.module.css';

export interface PagedResult<Row> {
  /** Undefined until the first page has loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
}

interface PagedListProps<Row> {
  readonly pages: PagedResult<Row>;
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
  const { rows, error, isPending, hasMore, isLoadingMore, loadMore, reload } = pages;
  if (isPending) return skeleton;
  if (rows === undefined) return <LoadFailure error={error} describe={describeFailure} onRetry={reload} />;
  if (rows.length === 0) return empty;
  return (
    <>
      {children(rows)}
      {error !== null && <Notice tone="error">{describeFailure(error)}</Notice>}
      {hasMore && (
        <div className={styles.more}>
          <Button variant="secondary" isLoading={isLoadingMore} onClick={loadMore}>
            더 보기
          </Button>
        </div>
      )}
    </>
  );
};
