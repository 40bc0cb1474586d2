import type { CallInput, Endpoint, ResponseOf } from '../../../contract/endpoint.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { ApiError, type CallOptions, type ListPage, type RowOf } from './api.ts';

type Scalar = string | number | boolean | undefined;
/** A list is sent by repeating its name. */
type QueryValue = Scalar | readonly Scalar[];

interface RequestParts {
  readonly params?: Record<string, Scalar>;
  readonly query?: Record<string, QueryValue>;
  readonly body?: unknown;
}

const buildUrl = ({ path }: Endpoint, { params = {}, query = {} }: RequestParts): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of [value].flat()) if (item !== undefined) search.append(name, String(item));
  return search.size === 0 ? filled : `${filled}?${search}`;
};

/** Builds the URL and `fetch` options of a request from the contract. */
export const buildRequest = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { headers = {}, signal, keepalive }: CallOptions = {},
): [url: string, init: RequestInit & { headers: Record<string, string> }] => {
  const parts: RequestParts = input;
  return [
    buildUrl(endpoint, parts),
    {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: parts.body === undefined ? { ...headers } : { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(parts.body),
      signal,
      keepalive,
    },
  ];
};

const readError = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError(response.status, body, retryAfter > 0 ? retryAfter : null);
};

/** Returns the response's JSON; undefined for a 204. Throws `ApiError` for an error response, another error when the JSON is unreadable. */
export const readResponse = async <E extends Endpoint>(response: Response): Promise<ResponseOf<E>> => {
  if (!response.ok) throw await readError(response);
  return (response.status === 204 ? undefined : await response.json()) as ResponseOf<E>;
};

/** Returns a file's unmodified bytes: the byte order mark at the start tells spreadsheets that a CSV is UTF-8. */
export const readFile = async (response: Response): Promise<Blob> => {
  if (!response.ok) throw await readError(response);
  return response.blob();
};

/** The cursor of the next page from the `Link` header. */
const readNextCursor = ({ headers }: Response): string | null => {
  const [, target] = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return target === undefined ? null : new URLSearchParams(target.split('?')[1]).get('cursor');
};

/** Like `readResponse`, for one page of a list. */
export const readPage = async <E extends Endpoint>(response: Response): Promise<ListPage<E>> => {
  const rows: unknown = await readResponse<E>(response);
  return { rows: rows as RowOf<E>[], next: readNextCursor(response) };
};
