import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { json } from 'node:stream/consumers';

/** All of it: connecting, sending and reading the answer. */
export const POST_TIMEOUT_MS = 3_000;

/** `unreached`: nothing was sent. `lost`: it was, and no readable answer came. */
export type PostResult =
  | { readonly status: number; readonly body: unknown }
  | { readonly failure: 'unreached' | 'lost' };

/**
 * One POST of JSON, on a connection of its own. Not `fetch`: that follows redirects, sends again after 421, takes a
 * kept connection that may be half closed, and cannot say whether a failed request had left.
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
