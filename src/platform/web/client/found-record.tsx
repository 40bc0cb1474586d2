import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from './api/api.ts';
import { LoadFailure } from './load-failure.tsx';

interface FoundRecordProps<Data> {
  /** The result of `useApiQuery`. */
  readonly query: UseQueryResult<Data>;
  readonly skeleton: ReactNode;
  /** Shown when no record has the id, or the id in the address is malformed. */
  readonly missing: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

export const FoundRecord = <Data,>({ query, skeleton, missing, children }: FoundRecordProps<Data>) => {
  const { data, error, isPending, refetch } = query;
  if (isPending) return skeleton;
  if (data !== undefined) return children(data);
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return missing;
  return <LoadFailure error={error} onRetry={() => void refetch()} />;
};
