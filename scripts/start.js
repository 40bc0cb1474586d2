import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './ensure-build.js';
import { root } from './run.js';

await ensureBuild();

// The server runs in this process, so that it receives the signals and sets the exit code.
process.env.NODE_ENV = 'production';
process.argv[1] = path.join(root, 'dist/server/main.js');
await import(pathToFileURL(process.argv[1]).href);

// When npm is stopped, its shell may end without forwarding the signal.
const shell = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}
