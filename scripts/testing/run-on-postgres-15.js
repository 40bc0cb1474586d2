import { existsSync } from 'node:fs';
import { canUseApt, installByApt } from '#scripts/system-packages.js';
import { failedRun } from './test-reports.js';
import { runVitest } from './test-runners.js';

/** Where Debian installs it. */
const BINARIES = '/usr/lib/postgresql/15/bin';

/** Runs the server tests on PostgreSQL 15, the oldest version that the site supports. */
export const runOnPostgres15 = async (...filters) => {
  if (!existsSync(BINARIES) && canUseApt()) await installByApt('postgresql-15');
  if (!existsSync(BINARIES))
    return failedRun(
      `PostgreSQL 15가 없습니다. \`apt-get install postgresql-15\`로 설치해 주세요: ${BINARIES}`,
    );
  process.env.TEST_POSTGRES_BIN = BINARIES;
  try {
    return await runVitest('--project', 'postgres', '--project', 'postgres-mocks', ...filters);
  } finally {
    delete process.env.TEST_POSTGRES_BIN;
  }
};
