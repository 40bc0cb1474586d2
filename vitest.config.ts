import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const testFiles = ['src', 'test']
  .flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${room}/${file.replaceAll('\\', '/')}`,
    ),
  )
  .filter((file) => /\.test\.tsx?$/.test(file));
const isS3Test = (file: string): boolean => file.endsWith('.s3.test.ts');
const isTimeZoneTest = (file: string): boolean => file.includes('.tz.test.');
// A test that asks for a database runs on both of them; one that does not runs once.
const needsDatabase = (file: string): boolean =>
  /from '(#test|\.)\/(app|database|factories)\.ts'/.test(readFileSync(file, 'utf8'));

// A mocked module must not have been loaded before, nor stay for others: such a file has a process of its own.
const mocksModules = (file: string): boolean => readFileSync(file, 'utf8').includes('vi.mock(');

const usualTests = testFiles.filter((file) => !isTimeZoneTest(file) && !isS3Test(file));
const databaseTests = usualTests.filter(needsDatabase);
const unitTests = usualTests.filter((file) => !needsDatabase(file));

/**
 * The project `name`, whose files share a process and what it has loaded, and `name-mocks` for those that mock modules:
 * `--project 'name*'` is both.
 */
const project = (name: string, files: readonly string[], test: object = {}) =>
  [
    { name, include: files.filter((file) => !mocksModules(file)), isolate: false },
    { name: `${name}-mocks`, include: files.filter(mocksModules), isolate: true },
  ]
    .filter(({ include }) => include.length > 0)
    .map((own) => ({ extends: true as const, test: { ...test, ...own } }));

/** `TEST_DATABASE` tells the set-up and the tests which database is theirs. */
const databaseProject = (name: 'embedded' | 'postgres') =>
  project(name, databaseTests, { globalSetup: ['test/global-setup.ts'], env: { TEST_DATABASE: name } });

// The zone of the machine must not matter: these files run in three of them.
const timeZoneProject = (name: string, zone: string) =>
  project(name, testFiles.filter(isTimeZoneTest), { env: { TZ: zone } });

// Whatever asks for a store runs on the disk; on a real S3 gateway (`npm run test:s3`) once more.
const needsStorage = (file: string): boolean =>
  /from '#test\/storage\.ts'/.test(readFileSync(file, 'utf8')) ||
  (file.startsWith('src/server/photos/') && needsDatabase(file));
const s3Tests = testFiles.filter((file) => needsStorage(file) || isS3Test(file));
const s3Project =
  process.env.TEST_S3_ENDPOINT === undefined
    ? []
    : project('s3', s3Tests, {
        globalSetup: ['test/global-setup.ts'],
        env: { TEST_DATABASE: 'embedded', TEST_STORAGE: 's3' },
        // Thousands of files over HTTP take longer than on the disk.
        testTimeout: 300_000,
        hookTimeout: 300_000,
      });

export default defineConfig({
  test: {
    pool: 'forks',
    // By default a core is left free: on two of them, half.
    maxWorkers: availableParallelism(),
    setupFiles: ['test/fail-on-console.ts', 'test/leave-nothing.ts'],
    restoreMocks: true,
    // On a machine that others use too, as for the browser's tests: the list names what needed its second try.
    retry: process.env.CI ? 1 : 0,
    // Against what hangs, not what is slow: a machine may be shared.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      ...project('unit', unitTests),
      ...databaseProject('embedded'),
      ...databaseProject('postgres'),
      ...s3Project,
      ...timeZoneProject('tz-utc', 'UTC'),
      ...timeZoneProject('tz-seoul', 'Asia/Seoul'),
      ...timeZoneProject('tz-los-angeles', 'America/Los_Angeles'),
    ],
  },
});
