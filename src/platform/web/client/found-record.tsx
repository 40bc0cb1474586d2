import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ApiError } from './api/api.ts';
import { ButtonLink } from './button-link.tsx';
import { LoadFailure } from './load-failure.tsx';

interface FoundRecordProps<Data> {
  /** The result of `useApiQuery`. */
  readonly query: UseQueryResult<Data>;
  readonly loading: string;
  /** Shown when no record has the id, or the id in the address is malformed. */
  readonly missing: string;
  /** The list of the records. */
  readonly list: { readonly to: string; readonly label: string };
  readonly children: (data: Data) => ReactNode;
}

export const FoundRecord = <Data,>({ query, loading, missing, list, children }: FoundRecordProps<Data>) => {
  const { data, error, isPending, refetch } = query;
  if (isPending) return <Skeleton label={loading} shape="card" count={2} />;
  if (data !== undefined) return children(data);
  if (!(error instanceof ApiError && (error.status === 404 || error.status === 400)))
    return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const link = (
    <ButtonLink to={list.to} variant="secondary">
      {list.label}으로
    </ButtonLink>
  );
  return <EmptyState title={missing} action={link} />;
};
