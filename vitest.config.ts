import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Set by `npm run test:full`. */
const isFull = process.env.TEST_FULL !== undefined;

// CONTRIBUTING.md explains what the name of a test file says.
const tests = (kind: string): string => `{src,test,tools}/**/*.${kind}.test.{ts,tsx}`;
const SERVER = '{src/**/server,test,tools}/**/*.test.ts';
const elsewhere = [
  tests('mock'),
  tests('tz'),
  tests('s3'),
  tests('image'),
  tests('install'),
  ...(isFull ? [] : [tests('full')]),
];

/** Files of one project share a process, and with it loaded modules. */
const project = (name: string, include: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [include], exclude: elsewhere, isolate: false, ...options },
});

/** `TEST_DATABASE` tells the set-up and the tests which database is theirs. */
const on = (database: 'postgres' | 'embedded') => ({
  globalSetup: ['test/global-setup.ts'],
  env: { TEST_DATABASE: database },
});

/** A mocked module must not have been loaded before, nor stay for the next file. */
const mocks = (database: 'postgres' | 'embedded') =>
  project(`${database}-mocks`, tests('mock'), {
    ...on(database),
    exclude: isFull ? [] : [tests('full.mock')],
    isolate: true,
  });

const timeZone = (name: string, TZ: string) => project(name, tests('tz'), { exclude: [], env: { TZ } });

const s3 = project(
  's3',
  '{src/core/files/server/**/*,src/features/gallery/server/*,src/platform/server/ports/storage/*}.test.ts',
  {
    globalSetup: ['test/global-setup.ts'],
    exclude: [tests('mock')],
    env: { TEST_DATABASE: 'postgres', TEST_STORAGE: 's3' },
  },
);

/** The container image that `npm run test:image` has built. */
const image = project('image', tests('image'), { exclude: [] });

/** A fresh Debian on which `npm run test:full -- install` follows the guide. */
const install = project('install', tests('install'), {
  exclude: [],
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
});

export default defineConfig({
  test: {
    pool: 'forks',
    // By default one core is left free: on two cores, half of them.
    maxWorkers: availableParallelism(),
    setupFiles: ['test/fail-on-console.ts', 'test/test-cleanup.ts'],
    restoreMocks: true,
    // The limits end what hangs. What is slow on a busy machine must not fail.
    expect: { poll: { timeout: 60_000, interval: 10 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 30_000,
    projects: [
      project('browser', 'src/**/{contract,web}/**/*.test.{ts,tsx}'),
      // PostgreSQL takes a third of the time that the embedded database takes for the same tests.
      project('postgres', SERVER, on('postgres')),
      project('embedded', isFull ? SERVER : tests('db'), {
        ...on('embedded'),
        // The embedded database has no round trips, and the guest book runs tests of its own.
        exclude: [...elsewhere, 'test/round-trips.test.ts', 'test/guest-book/**'],
      }),
      mocks('postgres'),
      ...(isFull ? [mocks('embedded')] : []),
      timeZone('tz-utc', 'UTC'),
      timeZone('tz-seoul', 'Asia/Seoul'),
      timeZone('tz-los-angeles', 'America/Los_Angeles'),
      ...(process.env.TEST_IMAGE === undefined ? [] : [image]),
      ...(process.env.TEST_INSTALL === undefined ? [] : [install]),
      ...(process.env.TEST_S3_ENDPOINT === undefined ? [] : [s3]),
    ],
  },
});
