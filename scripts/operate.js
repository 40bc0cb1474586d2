import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareBuild } from './prepare-build.js';
import { root } from './run.js';

await prepareBuild();

process.env.NODE_ENV = 'production';
const { operate } = await import(pathToFileURL(path.join(root, 'dist/server/operate.js')).href);
process.exitCode = await operate(process.argv.slice(2));
