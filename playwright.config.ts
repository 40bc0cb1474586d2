import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { providers } from './src/platform/contract/social-providers.ts';
import { findFreePort } from './test/servers/free-port.ts';

// Kept in the environment, so that every worker has the same ones.
process.env.E2E_PORT ||= '4173';
process.env.E2E_DATA_DIR ||= mkdtempSync(join(tmpdir(), 'sajingwan-e2e-'));
process.env.E2E_ADMIN_LOGIN_ID ||= 'studio.admin';
process.env.E2E_ADMIN_PASSWORD ||= 'e2e-admin-pw';
for (const provider of providers)
  process.env[`E2E_${provider.toUpperCase()}_PORT`] ||= String(await findFreePort());

const url = `http://localhost:${process.env.E2E_PORT}`;
process.env.E2E_URL = url;

/** The providers of social login, which the global set-up starts: their ids and secrets are those it gives them. */
const oauthEnv = Object.fromEntries(
  providers
    .map((provider) => provider.toUpperCase())
    .flatMap((name) => [
      [`OAUTH_${name}_CLIENT_ID`, 'e2e-client'],
      [`OAUTH_${name}_CLIENT_SECRET`, 'e2e-client-secret'],
      [`OAUTH_${name}_ISSUER`, `http://127.0.0.1:${process.env[`E2E_${name}_PORT`]}`],
    ]),
);

// As scripts/testing/ensure-browser.js chooses; Playwright's own when there is none.
const chromium =
  process.env.PLAYWRIGHT_CHROMIUM ||
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file));
// `npm test` runs the admin's journeys and those by the keyboard (`@keys-…`) at the desk, the others on the phone, and what is
// tagged `@both` on both. `npm run test:full` runs everything on both, and what is tagged `@full` only there.
const isFull = process.env.TEST_FULL !== undefined;
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // The limits end what hangs. What is slow on a busy machine must not fail.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: url,
    locale: 'ko-KR',
    // What passes through one is out of a test's hands; the test of the page for no network lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromium,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
        // Each test has a browser context of its own; a renderer process for each takes a tenth of the CPU time of a run.
        '--process-per-site',
        '--renderer-process-limit=2',
      ],
    },
  },
  // Two screens in two time zones: what is `today` in Seoul must not depend on where the visitor is.
  projects: [
    {
      name: 'phone',
      // Tests that change a setting of the whole site run once.
      grepInvert: isFull ? [/@once/] : [/ admin-/, /^(?!.*@both).*@keys-/s, /@full/],
      use: {
        viewport: { width: 360, height: 740 },
        isMobile: true,
        hasTouch: true,
        timezoneId: 'Asia/Seoul',
      },
    },
    {
      name: 'desk',
      // Matched against the file name, the title and the tags together.
      grep: isFull ? /./ : / admin-|@keys-|@both/,
      grepInvert: isFull ? [] : /@full/,
      use: { viewport: { width: 1280, height: 800 }, timezoneId: 'America/Los_Angeles' },
    },
  ],
  webServer: {
    command: 'node dist/server/main.js',
    url: `${url}/healthz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      NODE_ENV: 'production',
      PORT: process.env.E2E_PORT,
      PUBLIC_URL: url,
      DATA_DIR: process.env.E2E_DATA_DIR,
      BACKUP_DIR: 'off',
      ADMIN_LOGIN_ID: process.env.E2E_ADMIN_LOGIN_ID,
      ADMIN_PASSWORD: process.env.E2E_ADMIN_PASSWORD,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      DATABASE_URL: '',
      ...oauthEnv,
      OAUTH_KAKAO_ADMIN_KEY: 'e2e-admin-key',
    },
  },
});
