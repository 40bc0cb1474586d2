import type { Context } from 'hono';

/** Status, headers and body of a buffered response. */
export interface BufferedParts {
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const partsByResponse = new WeakMap<Response, BufferedParts>();

/** Creates a response from a complete body: it is sent with its length, and `partsOf` returns the body without a copy. */
export const createBufferedResponse = (parts: BufferedParts): Response => {
  const headers: Record<string, string> = { ...parts.headers };
  if (parts.body !== null) headers['content-length'] = String(Buffer.byteLength(parts.body));
  const response = new Response(parts.body, { status: parts.status, headers });
  partsByResponse.set(response, parts);
  return response;
};

/** The parts of a buffered response that was not modified since; undefined otherwise. */
export const bufferedPartsOf = (response: Response): BufferedParts | undefined =>
  partsByResponse.get(response);

/** Replaces the response of a context without keeping the headers of the previous one. */
export const replaceResponse = (context: Context, response: Response): void => {
  context.res = undefined;
  context.res = response;
};
