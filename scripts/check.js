import { ensureInstalled } from './install.js';
import { runStaticChecks } from './testing/static-checks.js';
import { printSummary } from './testing/test-reports.js';
import { runVitest } from './testing/test-runners.js';

await ensureInstalled();
printSummary(
  await runStaticChecks(),
  await runVitest('test/conventions.test.ts', 'test/spec-coverage.test.ts'),
);
