import { checkNode, installPackages } from './install.js';

checkNode();
await installPackages();
const [{ runStaticChecks }, { runVitest }, { finish }] = await Promise.all([
  import('./checks.js'),
  import('./suites.js'),
  import('./reports.js'),
]);

finish(await runStaticChecks(), await runVitest('test/conventions.test.ts', 'test/spec-coverage.test.ts'));
