import { request as send, type Agent } from 'node:http';
import type { RawRequest } from './raw-request.ts';
import type { RawResponse } from './response-oracle.ts';

interface Target {
  readonly port: number;
  readonly agent: Agent;
  readonly token: string | null;
}

/** Sends a request whose path goes over the wire as it is written, which `fetch` would normalise. */
export const sendRawRequest = (
  { port, agent, token }: Target,
  { method, path, headers, body }: Omit<RawRequest, 'role'>,
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const all = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(body === undefined || 'transfer-encoding' in headers
        ? {}
        : { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const sent = send({ host: '127.0.0.1', port, method, path, headers: all, agent }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (chunk: string) => (text += chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
