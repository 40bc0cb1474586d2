import { parseAccept } from 'hono/utils/accept';

/** Whether an `Accept-Encoding` header accepts this encoding; `q=0` excludes it. */
export const acceptsEncoding = (header: string | undefined, encoding: string): boolean =>
  parseAccept(header ?? '').some(({ type, q }) => type.toLowerCase() === encoding && q > 0);
