import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { partsOf, replaceAnswer } from './finished-answer.ts';
import { takesEncoding } from './takes-encoding.ts';

/** Fewer bytes fit into one packet anyway. */
const SMALL = 1_024;
const WITHOUT_WHOLE_BODY: ReadonlySet<number> = new Set([204, 206, 304]);
const zip = promisify(gzip);

const isText = ({ status, headers }: Response): boolean =>
  !WITHOUT_WHOLE_BODY.has(status) &&
  !headers.has('content-encoding') &&
  COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('content-type') ?? '');

const addVary = (headers: Headers): void => {
  const others = headers.get('vary');
  if (others === null) headers.set('vary', 'accept-encoding');
  else if (!/\*|accept-encoding/i.test(others)) headers.set('vary', `${others}, accept-encoding`);
};

const readBody = async (response: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const parts = partsOf(response);
  return parts === undefined ? new Uint8Array(await response.arrayBuffer()) : Buffer.from(parts.body ?? '');
};

/**
 * Zips what was made for this one visitor, who takes it. The framework's own middleware makes a stream of every answer, also of
 * one that it does not zip, which takes longer than all the rest of a list.
 */
export const compressAnswers = (): MiddlewareHandler => async (context, next) => {
  await next();
  const { res, req } = context;
  const isTaken = req.method !== 'HEAD' && takesEncoding(req.header('accept-encoding'), 'gzip');
  // What is finished says already that it varies.
  if (!isTaken && partsOf(res) !== undefined) return;
  if (!isText(res)) return;
  addVary(res.headers);
  if (!isTaken) return;
  const body = await readBody(res);
  const { status, headers } = res;
  const isSmall = body.byteLength < SMALL;
  const sent = isSmall ? body : new Uint8Array(await zip(body));
  headers.set('content-length', String(sent.byteLength));
  if (!isSmall) headers.set('content-encoding', 'gzip');
  replaceAnswer(context, new Response(sent, { status, headers }));
};
