import type { CallInput, Endpoint, ResponseOf } from '#contract/endpoint.ts';

/** Calls the API: over HTTP in the browser, in process on the server. Throws `ApiError`. */
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
}

/** The code of a request whose token could not be refreshed. The error has no message of the server. */
export const REFRESH_FAILED = 'REFRESH_FAILED';

/** An error response of the server, or no response at all (status 0, no message). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly retryAfter: number | null;

  constructor(
    status: number,
    {
      message = '',
      code = '',
      fields = {},
    }: { message?: string; code?: string; fields?: Record<string, string> },
    retryAfter: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** Returns the server's message, or `fallback` when there is none. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message !== '' ? error.message : fallback;
