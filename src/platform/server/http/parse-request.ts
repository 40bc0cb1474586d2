import type { Context } from 'hono';
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { errors, AppError, appError } from '../../contract/errors.ts';
import { readBounded } from '../async/read-bounded.ts';

const MAX_BODY_BYTES = 65_536;
const MAX_JSON_DEPTH = 10;
/** Bounds validation time. List items count too: a change of 500 photos has about 2,500 keys. */
const MAX_JSON_KEYS = 2_600;

const ZOD_DEFAULT_MESSAGE = 'Invalid input';

/** Throws INVALID_INPUT with a message per field. Field names of nested values are joined by dots: `packages.0.name`. */
export const validate = <Output>(schema: z.ZodMiniType<Output>, value: unknown): Output => {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const message = issue.message.startsWith(ZOD_DEFAULT_MESSAGE)
      ? errors.INVALID_INPUT.message
      : issue.message;
    fields[issue.path.map(String).join('.')] ??= message;
  }
  throw appError('INVALID_INPUT', {
    message: Object.values(fields)[0] ?? errors.INVALID_INPUT.message,
    fields,
  });
};

/** Parses the query. A repeated name becomes a list, which single-value schemas reject because either value could be meant. */
const parseQuery = (context: Context): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(context.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );

const isTooDeep = (value: unknown, depth = 0): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === MAX_JSON_DEPTH) return true;
  return Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
};

const parseJson = (text: string): unknown => {
  let hasForbiddenKey = false;
  let keys = 0;
  try {
    // Duplicate keys are allowed: `JSON.parse`, like most parsers, uses the last value.
    const value: unknown = JSON.parse(text, (key, inner: unknown) => {
      keys += 1;
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') hasForbiddenKey = true;
      return inner;
    });
    if (!hasForbiddenKey && keys <= MAX_JSON_KEYS && !isTooDeep(value)) return value;
  } catch {
    // Falls through to the error below.
  }
  throw appError('INVALID_JSON');
};

/** Reads a body of unknown length. Throws TOO_LARGE beyond `MAX_BODY_BYTES`. */
const readStream = async (body: ReadableStream<Uint8Array> | null): Promise<string> =>
  new TextDecoder().decode(await readBounded(body, MAX_BODY_BYTES, () => appError('TOO_LARGE')));

const readBody = async (context: Context): Promise<unknown> => {
  if (Number(context.req.header('content-length') ?? 0) > MAX_BODY_BYTES) throw appError('TOO_LARGE');
  const { raw } = context.req;
  // The HTTP parser ends a body at its declared length. `text` reads it without a stream of the Web API, which costs more.
  const reading = raw.headers.has('content-length') ? raw.text() : readStream(raw.body);
  const text = await reading.catch((error: unknown) => {
    // The connection broke, which is not a server error.
    throw error instanceof AppError ? error : appError('BAD_REQUEST');
  });
  if (text === '') return undefined;
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw appError('UNSUPPORTED_TYPE');
  // Compressed bodies are not supported, which rules out decompression bombs.
  if (context.req.header('content-encoding') !== undefined) throw appError('UNSUPPORTED_TYPE');
  return parseJson(text);
};

const parse = async (context: Context, endpoint: Endpoint) => ({
  params: endpoint.params === undefined ? undefined : validate(endpoint.params, context.req.param()),
  query: endpoint.query === undefined ? undefined : validate(endpoint.query, parseQuery(context)),
  body: endpoint.body === undefined ? undefined : validate(endpoint.body, await readBody(context)),
});

const parsed = new WeakMap<Context, ReturnType<typeof parse>>();

/**
 * Parses and validates the params, query and body that the endpoint declares, once per request. Throws INVALID_INPUT with a message
 * per field; for a body also INVALID_JSON, TOO_LARGE, UNSUPPORTED_TYPE, and BAD_REQUEST when the connection broke.
 */
export const parseRequest = (context: Context, endpoint: Endpoint): ReturnType<typeof parse> => {
  const input = parsed.get(context) ?? parse(context, endpoint);
  parsed.set(context, input);
  return input;
};
