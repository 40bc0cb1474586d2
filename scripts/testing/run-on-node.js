import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { root, run } from '#scripts/run.js';
import { createReportFile, readSummary } from './test-reports.js';

const VERSIONS = [22, 24];

/** Installs the newest Node.js of this major version from npm into `.cache` and returns its folder. */
const installNode = async (major) => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const prefix = path.join(root, '.cache', `node-${major}`);
  const folder = path.join(prefix, 'node_modules', name, 'bin');
  if (!existsSync(folder)) {
    await mkdir(prefix, { recursive: true });
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const options = ['--prefix', prefix, '--no-audit', '--no-fund', '--no-save'];
    await run([npm, 'install', ...options, `${name}@${major}`], { isQuiet: true });
  }
  return folder;
};

/** Runs `npm test` with other versions of Node.js than this one. */
export const runOnOtherNodes = async (...filters) => {
  const counts = { passed: 0, failed: 0, failures: [] };
  for (const major of VERSIONS) {
    const folder = await installNode(major);
    const summary = createReportFile(`node-${major}`);
    console.log(`Node.js ${major}`);
    const PATH = `${folder}${path.delimiter}${process.env.PATH}`;
    const env = { PATH, TEST_SUMMARY: summary, TEST_FULL: undefined };
    await run([path.join(folder, 'node'), 'scripts/test.js', ...filters], { env });
    const { passed, failed, failures } = readSummary(summary);
    counts.passed += passed;
    counts.failed += failed;
    counts.failures.push(...failures.map((failure) => `Node.js ${major}: ${failure}`));
  }
  return counts;
};
