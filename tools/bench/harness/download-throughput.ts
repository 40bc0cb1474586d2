import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Subject } from './comparison.ts';

const CONNECTIONS = 16;
const CHUNK_BYTES = 256 * 1024;
const END_OF_HEAD = '\r\n\r\n';

/**
 * Requests `url` repeatedly over one connection and calls `onReply` for each complete response. Returns a function that stops
 * it.
 */
const requestRepeatedly = (url: URL, onResponse: () => void): (() => void) => {
  const request = `GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\naccept: image/webp,*/*\r\n\r\n`;
  // All responses have the size of the first one: counting bytes costs a hundredth of parsing HTTP.
  let [responseBytes, received] = [0, 0];
  const socket = connect({
    host: url.hostname,
    port: Number(url.port),
    onread: {
      buffer: Buffer.alloc(CHUNK_BYTES),
      callback: (length, buffer) => {
        if (responseBytes === 0) {
          const head = Buffer.from(buffer).toString('latin1', 0, length);
          const body = /^content-length: (\d+)/im.exec(head)?.[1];
          if (!head.startsWith('HTTP/1.1 200') || body === undefined) throw new Error(head.slice(0, 300));
          responseBytes = head.indexOf(END_OF_HEAD) + END_OF_HEAD.length + Number(body);
        }
        received += length;
        if (received < responseBytes) return true;
        received = 0;
        onResponse();
        socket.write(request);
        return true;
      },
    },
  });
  socket.write(request);
  return () => void socket.destroy();
};

/** Measures responses per second from `url` over several concurrent connections. */
export const measureDownloadRate = async (url: URL, milliseconds: number): Promise<number> => {
  let responses = 0;
  const begin = performance.now();
  const ends = Array.from({ length: CONNECTIONS }, () => requestRepeatedly(url, () => (responses += 1)));
  await sleep(milliseconds);
  const rate = (responses * 1_000) / (performance.now() - begin);
  for (const end of ends) end();
  return rate;
};

export const downloadSubject = (url: URL): Subject => ({
  measure: async (milliseconds) => {
    const rate = await measureDownloadRate(url, milliseconds);
    return { '/s': rate, count: (rate * milliseconds) / 1_000 };
  },
});
