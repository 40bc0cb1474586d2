import type { Context } from 'hono';

/** An answer before it is one. */
export interface BufferedParts {
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const partsByResponse = new WeakMap<Response, BufferedParts>();

/** A response whose body is known as a whole: it is sent with its length, and `partsOf` reads it again without a copy. */
export const createBufferedResponse = (parts: BufferedParts): Response => {
  const headers: Record<string, string> = { ...parts.headers };
  if (parts.body !== null) headers['content-length'] = String(Buffer.byteLength(parts.body));
  const response = new Response(parts.body, { status: parts.status, headers });
  partsByResponse.set(response, parts);
  return response;
};

/** Of one that was finished and is still as it was. */
export const bufferedPartsOf = (response: Response): BufferedParts | undefined =>
  partsByResponse.get(response);

/** The headers of the former go with it: else they would be written over those of the new one. */
export const replaceResponse = (context: Context, response: Response): void => {
  context.res = undefined;
  context.res = response;
};
