// Compares the store of photographs with the database; repairs when told. `npm run photos:check -- --repair`
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { checkNode, installPackages } from './install.js';
import { root } from './run.js';

checkNode();
process.chdir(root);

const readOptions = () => {
  try {
    const options = {
      repair: { type: 'boolean', default: false },
      anyway: { type: 'boolean', default: false },
    };
    return parseArgs({ options }).values;
  } catch {
    return undefined;
  }
};

const options = readOptions();
if (options === undefined) {
  console.error('npm run photos:check -- [--repair [--anyway]]');
  process.exit(1);
}
await installPackages();
const { buildIfStale } = await import('./build.js');
if (!(await buildIfStale())) process.exit(1);

process.env.NODE_ENV = 'production';
const { runPhotosCheck } = await import(pathToFileURL(path.join(root, 'dist/server/photos-check.js')).href);
if (!(await runPhotosCheck(options))) process.exitCode = 1;
