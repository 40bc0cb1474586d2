import { checkNode, installPackages } from './install.js';

checkNode();
await installPackages();
const [{ buildIfStale }, { runStaticChecks }, { runPlaywright, runVitest }, { finish }] = await Promise.all([
  import('./build.js'),
  import('./checks.js'),
  import('./suites.js'),
  import('./reports.js'),
]);

/** The kill storm and the browser run the build: without one there is nothing to test. */
const runSuites = async (...filters) => {
  if (!(await buildIfStale())) return [{ passed: 0, failed: 1 }];
  return filters.length > 0 ? [await runVitest(...filters)] : [await runVitest(), await runPlaywright()];
};

// `npm test -- <part of a path>` runs the tests of those files alone.
const filters = process.argv.slice(2);
if (filters.length > 0) finish(...(await runSuites(...filters)));
else finish(await runStaticChecks(), ...(await runSuites()));
