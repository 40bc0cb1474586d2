import { checkNode, installPackages } from './install.js';

checkNode();
await installPackages();
const [{ buildIfStale }, { runStaticChecks }, { runPlaywright, runVitest }, { finish }] = await Promise.all([
  import('./build.js'),
  import('./checks.js'),
  import('./suites.js'),
  import('./reports.js'),
]);

// `npm test -- <part of a path>` runs the tests of those files alone.
const filters = process.argv.slice(2);
// Side by side: neither keeps both cores busy all the time.
const [checks, isBuilt] = await Promise.all([
  filters.length > 0 ? { passed: 0, failed: 0 } : runStaticChecks(),
  buildIfStale(),
]);

// The kill storm and the browser run the build: without one there is nothing to test.
if (!isBuilt) finish(checks, { passed: 0, failed: 1 });
else if (filters.length > 0) finish(await runVitest(...filters));
else finish(checks, await runVitest(), await runPlaywright());
