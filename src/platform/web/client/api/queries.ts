import { QueryClient, keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallInput, DataTag, Endpoint, ResponseOf } from '../../../contract/endpoint.ts';
import { ApiError, REFRESH_FAILED } from './api.ts';
import { browserApi } from './browser-api.ts';
import { onDataChange } from './data-changes.ts';
import { readSession, subscribeSession } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly reads?: readonly DataTag[] };
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // One hour: when Back or Forward shows a page without its data, the page is too short to scroll to its earlier position.
      gcTime: 3_600_000,
      retry: (count, error) =>
        count < 2 &&
        error instanceof ApiError &&
        error.code !== REFRESH_FAILED &&
        (error.status === 0 || error.status >= 500),
    },
  },
});
// Refetches the stale queries of the screen when the tab becomes visible again or the network returns.
queryClient.mount();

// Clears cached data when a session ends, because another member may log in.
subscribeSession(() => {
  if (readSession() === null) queryClient.clear();
});

onDataChange((tags) =>
  queryClient.invalidateQueries({ predicate: ({ meta }) => tags.some((tag) => meta?.reads?.includes(tag)) }),
);

interface QueryOptions {
  readonly enabled?: boolean;
  readonly failed?: string;
  /** Returns the data of the previous input while that of a new one loads. */
  readonly keepsPrevious?: boolean;
}

export const useApiQuery = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { enabled = true, failed, keepsPrevious = false }: QueryOptions = {},
) =>
  useQuery<ResponseOf<E>>(
    {
      queryKey: [endpoint.path, input],
      meta: { reads: endpoint.reads },
      queryFn: ({ signal }) => browserApi.call(endpoint, input, { signal, failed }),
      enabled,
      ...(keepsPrevious && { placeholderData: keepPreviousData }),
    },
    queryClient,
  );
