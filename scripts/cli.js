import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './ensure-build.js';
import { root } from './run.js';

await ensureBuild();

process.env.NODE_ENV = 'production';
await import(pathToFileURL(path.join(root, 'dist/server/cli.js')).href);
