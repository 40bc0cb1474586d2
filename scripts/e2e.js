import { checkNode, installPackages } from './install.js';

checkNode();
await installPackages();
const [{ buildIfStale }, { runPlaywright }, { finish }] = await Promise.all([
  import('./build.js'),
  import('./suites.js'),
  import('./reports.js'),
]);

if (!(await buildIfStale())) process.exit(1);
finish(await runPlaywright(...process.argv.slice(2)));
