import { parseAccept } from 'hono/utils/accept';

/** Whether a browser takes this, by its `Accept-Encoding`: not what it refuses by `q=0`. */
export const acceptsEncoding = (header: string | undefined, encoding: string): boolean =>
  parseAccept(header ?? '').some(({ type, q }) => type.toLowerCase() === encoding && q > 0);
