import type { IncomingMessage } from 'node:http';
import { UPLOADS_PATH } from '../../ports/storage/upload-signer.ts';

/** Time limits for receiving the complete request body. */
export const bodyTimeouts = {
  defaultMs: 15_000,
  /**
   * Long enough for the largest photo of 80 MB at 1.2 Mbit/s, or the three that the site uploads at once at 3.4 Mbit/s. Requests
   * without a signed upload URL, or a setup token for the parts of a backup, are rejected before the body is read.
   */
  uploadMs: 600_000,
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Disconnects a client whose body is late. Node's `requestTimeout` applies to all requests alike, but uploads need a longer one. */
export const enforceBodyTimeout = (request: IncomingMessage, timeouts: typeof bodyTimeouts): void => {
  if (!hasBody(request)) return;
  const isUpload = request.method === 'PUT' && request.url?.startsWith(UPLOADS_PATH);
  const timer = setTimeout(
    () => {
      if (!request.complete) request.socket.destroy();
    },
    isUpload ? timeouts.uploadMs : timeouts.defaultMs,
  ).unref();
  request.once('close', () => clearTimeout(timer));
};
