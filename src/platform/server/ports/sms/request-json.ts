import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** Covers connecting, sending and reading the response. */
export const REQUEST_TIMEOUT_MS = 3_000;

/**
 * `unreached`: nothing was sent. `lost`: the request failed or took too long after the connection was made, so it may have been
 * received.
 */
export type JsonResult =
  /** `body` is null for an empty response and undefined for one that is no JSON or broke off. */
  | { readonly status: number; readonly body: unknown }
  | { readonly failure: 'unreached' | 'lost'; readonly status?: undefined; readonly body?: undefined };

const parseBody = (raw: string): unknown => {
  if (raw === '') return null;
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
};

/**
 * Requests JSON on a new connection: a POST with `body`, a GET without. `fetch` does not fit: it reuses connections that may be half
 * closed, and does not tell whether a failed request was sent.
 */
export const requestJson = (
  url: URL,
  headers: Record<string, string>,
  body: object | null,
): Promise<JsonResult> =>
  new Promise((resolve) => {
    const isSecure = url.protocol === 'https:';
    let hasConnected = false;
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method: body === null ? 'GET' : 'POST',
      agent: false,
      headers: { ...headers, ...(body !== null && { 'content-type': 'application/json; charset=utf-8' }) },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => void (hasConnected = true)),
    );
    request.on('error', () => resolve({ failure: hasConnected ? 'lost' : 'unreached' }));
    request.once('response', (response) => {
      const status = response.statusCode ?? 0;
      text(response).then(
        (raw) => resolve({ status, body: parseBody(raw) }),
        () => resolve({ status, body: undefined }),
      );
    });
    request.end(body === null ? undefined : JSON.stringify(body));
  });
