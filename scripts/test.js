import { buildIfStale } from './build.js';
import { runStaticChecks } from './checks.js';
import { prepare } from './install.js';
import { finish } from './reports.js';
import { runPlaywright, runVitest } from './suites.js';

await prepare();

const filters = process.argv.slice(2);
const checks = filters.length > 0 ? Promise.resolve({ passed: 0, failed: 0 }) : runStaticChecks();

if (!(await buildIfStale())) finish(await checks, { passed: 0, failed: 1 });
else if (filters.length > 0) finish(await runVitest(...filters));
// Server tests wait for timeouts, browser tests for pages: together they keep two cores busy.
else finish(...(await Promise.all([checks, checks.then(() => runVitest()), runPlaywright()])));
