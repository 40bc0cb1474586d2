import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './ensure-build.js';
import { root } from './run.js';

await ensureBuild();

process.env.NODE_ENV = 'production';
const { runCli } = await import(pathToFileURL(path.join(root, 'dist/server/cli.js')).href);
process.exitCode = await runCli(process.argv.slice(2));
