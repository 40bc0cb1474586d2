import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bin, run } from '#scripts/run.js';
import { ensureBrowser } from './ensure-browser.js';
import { countPlaywrightRun, countVitestRun, createReportFile, failedRun } from './test-reports.js';

export const runVitest = async (...filters) => {
  const report = createReportFile('vitest');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run([...bin('vitest/vitest.mjs'), 'run', ...reporters, ...filters], {
    env: { NODE_ENV: 'test' },
  });
  return countVitestRun(report, code);
};

export const findFreePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export const runPlaywright = async (...filters) => {
  if (!(await ensureBrowser())) return failedRun();
  const report = createReportFile('playwright');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sajingwan-e2e-'));
  const env = {
    E2E_PORT: process.env.E2E_PORT || String(await findFreePort()),
    E2E_DATA_DIR: dataDir,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  };
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const code = await run([...bin('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...filters], {
    env,
  });
  return countPlaywrightRun(report, code);
};
