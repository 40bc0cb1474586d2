import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareBuild } from './prepare-build.js';
import { root } from './run.js';

await prepareBuild();

// The server runs in this very process, as `node dist/server/main.js` would: signals and exit code are its own.
process.env.NODE_ENV = 'production';
process.argv[1] = path.join(root, 'dist/server/main.js');
await import(pathToFileURL(process.argv[1]).href);

// Told to stop, npm tells its shell, which may die without a word to us: then we stop as well.
const shell = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}
