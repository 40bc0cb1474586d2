import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.js';

const folder = path.join(root, '.cache/reports');

/** Where a runner writes its JSON report; the last run's is gone. */
export const freshReport = (name) => {
  const file = path.join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  rmSync(file, { force: true });
  return file;
};

const countVitest = ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => ({
  passed: numPassedTests,
  // A file that broke before its first test has no test to count: the file counts.
  failed:
    numFailedTests +
    numPendingTests +
    numTodoTests +
    testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
      .length,
});

const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + stats.skipped + errors.length,
});

/** Reads the numbers of one run. No report, no tests, or a failing exit without a failed test: one failure. */
const countRun = (count, file, exitCode) => {
  let counts;
  try {
    counts = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
  const isUnexplained = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isUnexplained ? { ...counts, failed: 1 } : counts;
};

export const countVitestRun = (file, exitCode) => countRun(countVitest, file, exitCode);
export const countPlaywrightRun = (file, exitCode) => countRun(countPlaywright, file, exitCode);

/** The closing line, and an exit code that agrees with it. */
export const finish = (...runs) => {
  const sum = (key) => runs.reduce((total, counts) => total + counts[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
};
