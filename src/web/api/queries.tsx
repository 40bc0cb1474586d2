import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallInput, Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { readSession, subscribeSession } from '#web/auth/session.ts';
import type { ListPages } from '#web/shell/paged-list.tsx';
import { ApiError } from './api.ts';
import type { CallOptions, RowOf } from './api.ts';
import { browserApi } from './browser-api.ts';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) =>
        count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
});

/** Around every page that reads by queries. */
export const QueryRoot = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

// Another member may sit at this browser next.
subscribeSession(() => {
  if (readSession() === null) client.clear();
});

export const invalidateQueries = (endpoint: Endpoint): Promise<void> =>
  client.invalidateQueries({ queryKey: [endpoint.path] });

interface QueryOptions {
  readonly enabled?: boolean;
}

/** Reads an endpoint; there is no hook for each. */
export const useApiQuery = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { enabled = true }: QueryOptions = {},
) =>
  useQuery<ResponseOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => browserApi.call(endpoint, input, { signal }),
    enabled,
  });

const PAGE_SIZE = 50;

/** Reads a list page after page; the server names where the next one begins. */
export const useApiPages = <E extends Endpoint>(
  endpoint: E,
  query: Readonly<Record<string, string | undefined>> = {},
): ListPages<RowOf<E>> => {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [endpoint.path, 'pages', query],
      queryFn: ({ pageParam, signal }) => {
        const input = { query: { ...query, limit: PAGE_SIZE, cursor: pageParam } };
        return browserApi.callPage(endpoint, input as unknown as CallInput<E>, { signal });
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    });
  return {
    rows: data?.pages.flatMap(({ rows }) => rows),
    error,
    isPending,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    reload: () => void refetch(),
  };
};

/** Writes to an endpoint: `mutate({ body })`. */
export const useApiMutation = <E extends Endpoint>(endpoint: E, options: CallOptions = {}) =>
  useMutation<ResponseOf<E>, Error, CallInput<E>>({
    mutationFn: (input) => browserApi.call(endpoint, input, options),
  });
