import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#scripts/run.js';

const folder = path.join(root, '.cache/reports');
/** Printed lines of a failure message. */
const MAX_MESSAGE_LINES = 12;

export const createReportFile = (name) => {
  const file = path.join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  rmSync(file, { force: true });
  return file;
};

const describe = (name, message = '') =>
  `${name}\n${message.split('\n').slice(0, MAX_MESSAGE_LINES).join('\n')}`.trim();

const countVitest = ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  // A file that failed before its first test counts as one failure.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + numPendingTests + numTodoTests + broken.length,
    failures: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => describe(fullName, failureMessages[0])),
      ...broken.map(({ name, message }) => describe(name, message)),
    ],
  };
};

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

const countPlaywright = ({ suites, stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.skipped + errors.length,
  failures: [
    ...suites
      .flatMap(specsOf)
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) =>
        describe(`${file} ${title}`, tests.flatMap(({ results }) => results).at(-1)?.error?.message),
      ),
    ...errors.map(({ message }) => describe('playwright', message)),
  ],
});

/**
 * Reads the counts of one run. A missing report, a run without tests, or a failing exit code without a failed test counts as
 * one failure.
 */
const countRun = (count, file, exitCode) => {
  let counts;
  try {
    counts = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return failedRun();
  }
  const isUnexplained = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isUnexplained ? { ...counts, failed: 1 } : counts;
};

/** The counts of a run that could not start. */
export const failedRun = (...failures) => ({ passed: 0, failed: 1, failures });

export const countVitestRun = (file, exitCode) => countRun(countVitest, file, exitCode);
export const countPlaywrightRun = (file, exitCode) => countRun(countPlaywright, file, exitCode);

/** Reads what `printSummary` wrote to `TEST_SUMMARY` in another process. A missing file counts as one failure. */
export const readSummary = (file) => countRun((counts) => counts, file, 0);

/**
 * Prints the failures, the duration since the packages were installed and the summary, and sets the exit code. Writes the counts to
 * the file `TEST_SUMMARY` too.
 */
export const printSummary = (...runs) => {
  const sum = (key) => runs.reduce((total, counts) => total + counts[key], 0);
  const failures = runs.flatMap((counts) => counts.failures ?? []);
  const { TEST_SUMMARY } = process.env;
  if (TEST_SUMMARY !== undefined)
    writeFileSync(TEST_SUMMARY, JSON.stringify({ passed: sum('passed'), failed: sum('failed'), failures }));
  for (const failure of failures) console.log(`\n✗ ${failure}`);
  const seconds = Math.round(performance.measure('run', 'installed').duration / 1000);
  console.log(`\n${Math.floor(seconds / 60)}분 ${seconds % 60}초`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
};
