import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { CallInput, Endpoint } from '../../../contract/endpoint.ts';
import type { CallOptions, RowOf } from './api.ts';
import { browserApi } from './browser-api.ts';
import { queryClient } from './queries.ts';

const DEFAULT_PAGE_SIZE = 50;

/** Declared once, because a new function at each render would run at each render. */
const toRows = <Row>({ pages }: InfiniteData<{ readonly rows: readonly Row[] }>): readonly Row[] =>
  pages.flatMap(({ rows }) => rows);

/** Reads a list page by page with the server's cursor. `query.limit` is the page size. */
export const useApiPages = <E extends Endpoint>(
  endpoint: E,
  query: Readonly<Record<string, string | undefined>> = {},
  { failed }: Pick<CallOptions, 'failed'> = {},
): UseInfiniteQueryResult<readonly RowOf<E>[]> =>
  useInfiniteQuery(
    {
      queryKey: [endpoint.path, 'pages', query],
      meta: { reads: endpoint.reads },
      queryFn: ({ pageParam, signal }) => {
        const input = { query: { limit: DEFAULT_PAGE_SIZE, ...query, cursor: pageParam } };
        return browserApi.callPage(endpoint, input as unknown as CallInput<E>, { signal, failed });
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next,
      select: toRows,
    },
    queryClient,
  );
