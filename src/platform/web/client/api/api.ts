import type { CallInput, Endpoint, ResponseOf } from '../../../contract/endpoint.ts';
import type { ErrorBody } from '../../../contract/errors.ts';

/** Calls the API: over HTTP in the browser, in process on the server. A failed call usually throws `ApiError`. */
export interface Api {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<ResponseOf<E>>;
  /** Like `call`, for one page of a list. */
  callPage<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<ListPage<E>>;
}

export type RowOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Row)[] ? Row : never;

export interface ListPage<E extends Endpoint> {
  readonly rows: readonly RowOf<E>[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

export interface CallOptions {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
  /** Replaces the endpoint's `failed` text, for a page that words the same failure differently. */
  readonly failed?: string;
  /** False when the caller itself reloads the data that the call changes. */
  readonly reloads?: boolean;
}

/** Error code of a refresh that failed without ending the session. The browser sets it; the server has no such code. */
export const REFRESH_FAILED = 'REFRESH_FAILED';

/** Usually an error response of the server, or no readable response (status 0, no message). `messageOf` returns the text to show. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly retryAfter: number | null;
  /** Of the failed call: its text for failures without a message of the server, and the kinds of data that it changes. */
  readonly call: Pick<Endpoint, 'failed' | 'changes'>;

  constructor(
    status: number,
    { message = '', code = '', fields = {} }: Partial<ErrorBody>,
    retryAfter: number | null = null,
    call: ApiError['call'] = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.call = call;
  }
}

/** Shown by default when an action fails and neither the server nor the endpoint has a text. */
export const GENERAL_FAILURE = '처리 중 오류가 발생했습니다.';

/**
 * The text to show for an error: the server's, else that of the failed call. `fallback` is for errors of other origin and for calls
 * without a declared text.
 */
export const messageOf = (error: unknown, fallback = GENERAL_FAILURE): string =>
  error instanceof ApiError ? error.message || (error.call.failed ?? fallback) : fallback;

/** Like `messageOf`, for where no field shows its own error: the text of the first field that the server refused comes first. */
export const firstMessageOf = (error: unknown, fallback?: string): string =>
  (error instanceof ApiError ? Object.values(error.fields)[0] : undefined) ?? messageOf(error, fallback);
