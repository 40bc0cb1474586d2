import type { Context } from 'hono';

/** The body, status and headers of a response that is completely in memory. */
export interface BufferedParts {
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const partsByResponse = new WeakMap<Response, BufferedParts>();

/** Creates a response, with a `content-length` if it has a body. `bufferedPartsOf` returns its parts without copying the body. */
export const createBufferedResponse = (parts: BufferedParts): Response => {
  const headers: Record<string, string> = { ...parts.headers };
  if (parts.body !== null) headers['content-length'] = String(Buffer.byteLength(parts.body));
  const response = new Response(parts.body, { status: parts.status, headers });
  partsByResponse.set(response, parts);
  return response;
};

/** The parts of a response made by `createBufferedResponse`; undefined for any other response. */
export const bufferedPartsOf = (response: Response): BufferedParts | undefined =>
  partsByResponse.get(response);

/** Replaces the response of a context. Resetting it first keeps Hono from copying the old headers to the new response. */
export const replaceResponse = (context: Context, response: Response): void => {
  context.res = undefined;
  context.res = response;
};
