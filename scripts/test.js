import { checkNode, installPackages } from './install.js';

checkNode();
await installPackages();
const [{ buildIfStale }, { runStaticChecks }, { runPlaywright, runVitest }, { finish }] = await Promise.all([
  import('./build.js'),
  import('./checks.js'),
  import('./suites.js'),
  import('./reports.js'),
]);

/** The browser tests need the build: without one there is nothing to run them against. */
const runBuilt = async () => ((await buildIfStale()) ? runPlaywright() : { passed: 0, failed: 1 });

// `npm test -- <part of a path>` runs the tests of those files alone.
const filters = process.argv.slice(2);
if (filters.length > 0) finish(await runVitest(...filters));
else finish(await runStaticChecks(), await runVitest(), await runBuilt());
