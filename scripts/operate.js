// What an operator does beside the running server: `admin`, `backup`, `restore`, `doctor`.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, installPackages } from './install.js';
import { root } from './run.js';

checkNode();
process.chdir(root);
await installPackages();
const { buildIfStale } = await import('./build.js');
if (!(await buildIfStale())) process.exit(1);

process.env.NODE_ENV = 'production';
const { operate } = await import(pathToFileURL(path.join(root, 'dist/server/operate.js')).href);
process.exitCode = await operate(process.argv.slice(2));
