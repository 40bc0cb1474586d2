import { buildIfStale } from './build.js';
import { ensureInstalled } from './install.js';
import { runStaticChecks } from './testing/static-checks.js';
import { failedRun, printSummary } from './testing/test-reports.js';
import { runPlaywright, runVitest } from './testing/test-runners.js';

await ensureInstalled();

const filters = process.argv.slice(2);
const checks = filters.length > 0 ? Promise.resolve({ passed: 0, failed: 0 }) : runStaticChecks();

if (!(await buildIfStale())) printSummary(await checks, failedRun());
else if (filters.length > 0) printSummary(await runVitest(...filters));
// Server tests wait for timeouts, browser tests for pages: running both together keeps two cores busy.
else printSummary(...(await Promise.all([checks, checks.then(() => runVitest()), runPlaywright()])));
