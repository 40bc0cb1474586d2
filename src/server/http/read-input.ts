import type { Context } from 'hono';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { errors, Refusal, refuse } from '#contract/errors.ts';

/** The largest JSON body, in bytes. */
const MAX_BODY = 65_536;
const MAX_DEPTH = 10;
/** Far more than any form has. */
const MAX_KEYS = 1_000;

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const ZOD_DEFAULT = 'Invalid input';

const check = (schema: z.ZodMiniType, value: unknown): unknown => {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const message = issue.message.startsWith(ZOD_DEFAULT) ? errors.INVALID_INPUT.message : issue.message;
    fields[issue.path.map(String).join('.')] ??= message;
  }
  throw refuse('INVALID_INPUT', {
    message: Object.values(fields)[0] ?? errors.INVALID_INPUT.message,
    fields,
  });
};

/** A name with several values is a list: schemas of one value refuse it, since no winner would be agreed on by both sides. */
const readQuery = (context: Context): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(context.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );

const isTooDeep = (value: unknown, depth = 0): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === MAX_DEPTH) return true;
  return Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
};

const parseJson = (text: string): unknown => {
  let hasForbiddenKey = false;
  let keys = 0;
  try {
    // Of a name that comes twice the last value counts, in every reader of JSON that we know.
    const value: unknown = JSON.parse(text, (key, inner: unknown) => {
      keys += 1;
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') hasForbiddenKey = true;
      return inner;
    });
    if (!hasForbiddenKey && keys <= MAX_KEYS && !isTooDeep(value)) return value;
  } catch {
    // Falls through to the one refusal.
  }
  throw refuse('INVALID_JSON');
};

/** Stops reading at `MAX_BODY`, whatever length was declared. */
const readStream = async (body: ReadableStream<Uint8Array> | null): Promise<string> => {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_BODY) throw refuse('TOO_LARGE');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
};

const readBody = async (context: Context): Promise<unknown> => {
  if (Number(context.req.header('content-length') ?? 0) > MAX_BODY) throw refuse('TOO_LARGE');
  const text = await readStream(context.req.raw.body).catch((error: unknown) => {
    // The client closed the connection: this is no fault of the server.
    throw error instanceof Refusal ? error : refuse('BAD_REQUEST');
  });
  if (text === '') return undefined;
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw refuse('UNSUPPORTED_TYPE');
  // Nothing is ever unpacked.
  if (context.req.header('content-encoding') !== undefined) throw refuse('UNSUPPORTED_TYPE');
  return parseJson(text);
};

/** Reads and checks what the endpoint declares; anything else is a refusal that names the field. */
export const readInput = async (context: Context, endpoint: Endpoint): Promise<Input> => ({
  params: endpoint.params === undefined ? undefined : check(endpoint.params, context.req.param()),
  query: endpoint.query === undefined ? undefined : check(endpoint.query, readQuery(context)),
  body: endpoint.body === undefined ? undefined : check(endpoint.body, await readBody(context)),
});
