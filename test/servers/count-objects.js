// Preloaded into the built server. On SIGUSR2 it collects garbage and writes one line to stderr with the number of live objects and bytes
// of buffers.
import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { queryObjects } from 'node:v8';

const count = (kind) => queryObjects(kind, { format: 'count' });

process.on('SIGUSR2', () => {
  const counts = { responses: count(ServerResponse), sockets: count(Socket) };
  const { arrayBuffers } = process.memoryUsage();
  process.stderr.write(`\nlive objects: ${JSON.stringify({ ...counts, bufferBytes: arrayBuffers })}\n`);
});
