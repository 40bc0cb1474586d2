import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { json } from 'node:stream/consumers';

/** Covers connecting, sending and reading the response. */
export const POST_TIMEOUT_MS = 3_000;

/** `unreached`: nothing was sent. `lost`: it was sent, and no readable response arrived. */
export type PostResult =
  | { readonly status: number; readonly body: unknown }
  | { readonly failure: 'unreached' | 'lost' };

/**
 * POSTs JSON on a new connection. `fetch` does not fit: it follows redirects, retries after 421, reuses connections that may be
 * half closed, and does not tell whether a failed request was sent.
 */
export const postJson = (url: URL, headers: Record<string, string>, body: object): Promise<PostResult> =>
  new Promise((resolve) => {
    const isSecure = url.protocol === 'https:';
    let hasConnected = false;
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      signal: AbortSignal.timeout(POST_TIMEOUT_MS),
    });
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => void (hasConnected = true)),
    );
    request.on('error', () => resolve({ failure: hasConnected ? 'lost' : 'unreached' }));
    request.once('response', (response) => {
      json(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, body: read }),
        () => resolve({ status: response.statusCode ?? 0, body: undefined }),
      );
    });
    request.end(JSON.stringify(body));
  });
