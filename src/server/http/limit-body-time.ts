import type { IncomingMessage } from 'node:http';
import { UPLOADS_PATH } from '#server/ports/storage/signed-upload.ts';

export interface BodyTimes {
  /** Milliseconds until a body must have come. */
  readonly usual: number;
  /** 30 MB over a poor mobile line. Whoever has no address to put them to is refused before that, unread. */
  readonly upload: number;
}

export const bodyTimes: BodyTimes = { usual: 15_000, upload: 300_000 };

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Node has one limit for all requests; here those that send slowly have as long as what they send may take. `lateness` is how long
 * what has come may have been left unread, which is not their fault.
 */
export const limitBodyTime = (
  request: IncomingMessage,
  times: BodyTimes,
  lateness: () => number = () => 0,
): void => {
  if (!hasBody(request)) return;
  const isUpload = request.method === 'PUT' && request.url?.startsWith(UPLOADS_PATH);
  const limit = isUpload ? times.upload : times.usual;
  const began = performance.now();
  let timer: NodeJS.Timeout;
  const check = (): void => {
    if (request.complete) return;
    const left = began + limit + lateness() - performance.now();
    if (left <= 1) request.socket.destroy();
    else timer = setTimeout(check, left).unref();
  };
  timer = setTimeout(check, limit).unref();
  request.once('close', () => clearTimeout(timer));
};
