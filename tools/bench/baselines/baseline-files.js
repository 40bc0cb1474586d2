// Baseline for `npm run bench -- photos`: serves a folder with `sirv`, or the folder's only file from memory with bare
// node:http. Started by tools/bench/photos.ts with `sirv` or `node:http` and the folder as arguments; prints its port.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';

const [kind, folder] = process.argv.slice(2);

const sendBuffer = () => {
  const bytes = readFileSync(path.join(folder, readdirSync(folder)[0]));
  const headers = { 'content-type': 'image/webp', 'content-length': bytes.length };
  return (_request, response) => response.writeHead(200, headers).end(bytes);
};

const handle = kind === 'sirv' ? sirv(folder, { maxAge: 31_536_000, immutable: true }) : sendBuffer();
const server = createServer(handle);
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
