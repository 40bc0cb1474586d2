import type { Context } from 'hono';

/** An answer before it is one. */
export interface AnswerParts {
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const finished = new WeakMap<Response, AnswerParts>();

/**
 * An answer that has every header it needs. Who stands around it asks for its parts instead of its `headers`: those would
 * have to be made for it, and taken apart again to be sent, which takes as long as the answer.
 */
export const finishAnswer = (parts: AnswerParts): Response => {
  const response = new Response(parts.body, { status: parts.status, headers: parts.headers });
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
