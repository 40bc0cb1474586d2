// Runs every test, including those outside `npm test`. `npm run test:full -- <part> <filters>` runs one part.
import { buildIfStale } from './build.js';
import { ensureInstalled } from './install.js';
import { ensurePrograms } from './system-packages.js';
import { followInstallationGuide } from './testing/follow-installation-guide.js';
import { runFirefox } from './testing/run-firefox.js';
import { runOnOtherNodes } from './testing/run-on-node.js';
import { runOnPostgres15 } from './testing/run-on-postgres-15.js';
import { withS3Gateway } from './testing/s3-gateway.js';
import { runStaticChecks } from './testing/static-checks.js';
import { failedRun, printSummary } from './testing/test-reports.js';
import { runPlaywright, runVitest } from './testing/test-runners.js';

await ensureInstalled();

// Read by the configurations of Vitest and Playwright.
process.env.TEST_FULL = 'true';

const parts = {
  checks: runStaticChecks,
  server: runVitest,
  s3: (...filters) => withS3Gateway(() => runVitest('--project', 's3', ...filters)),
  browser: runPlaywright,
  firefox: runFirefox,
  postgres15: runOnPostgres15,
  node: runOnOtherNodes,
  install: followInstallationGuide,
};
const [name, ...filters] = process.argv.slice(2);
const names = name === undefined ? Object.keys(parts) : [name];
if (!names.every((one) => one in parts)) {
  console.error(`npm run test:full -- [${Object.keys(parts).join(' | ')}] [filters]`);
  process.exit(1);
}

await ensurePrograms('전체 테스트', { nginx: 'nginx', pgbouncer: 'pgbouncer' });

if (await buildIfStale()) {
  const runs = [];
  for (const one of names) runs.push(await parts[one](...filters));
  printSummary(...runs);
} else printSummary(failedRun());
