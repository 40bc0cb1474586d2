import type { Context } from 'hono';

/** An answer before it is one. */
export interface AnswerParts {
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const finished = new WeakMap<Response, AnswerParts>();

/** A response whose body is known as a whole: it is sent with its length, and `partsOf` reads it again without a copy. */
export const finishAnswer = (parts: AnswerParts): Response => {
  const headers: Record<string, string> = { ...parts.headers };
  if (parts.body !== null) headers['content-length'] = String(Buffer.byteLength(parts.body));
  const response = new Response(parts.body, { status: parts.status, headers });
  finished.set(response, parts);
  return response;
};

/** Of one that was finished and is still as it was. */
export const partsOf = (response: Response): AnswerParts | undefined => finished.get(response);

/** The headers of the former go with it: else they would be written over those of the new one. */
export const replaceAnswer = (context: Context, response: Response): void => {
  context.res = undefined;
  context.res = response;
};
