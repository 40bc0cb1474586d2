import { parseAccept } from 'hono/utils/accept';

/** Whether the `Accept-Encoding` header lists the encoding with a weight above `q=0`. */
export const acceptsEncoding = (header: string | undefined, encoding: string): boolean =>
  parseAccept(header ?? '').some(({ type, q }) => type.toLowerCase() === encoding && q > 0);
