// Baseline for `npm run bench -- speed` and `-- beside`: serves the only file of a folder from memory with bare node:http. Gets
// the folder as argument; prints its port.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const [folder] = process.argv.slice(2);
const bytes = readFileSync(path.join(folder, readdirSync(folder)[0]));
const headers = { 'content-type': 'image/webp', 'content-length': bytes.length };
const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
