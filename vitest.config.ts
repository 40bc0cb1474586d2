import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const testFiles = ['src', 'test']
  .flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${room}/${file.replaceAll('\\', '/')}`,
    ),
  )
  .filter((file) => /\.test\.tsx?$/.test(file));
const isTimeZoneTest = (file: string): boolean => file.includes('.tz.test.');
// A test that asks for a database runs on both of them; one that does not runs once.
const needsDatabase = (file: string): boolean =>
  /from '(#test|\.)\/(app|database|factories)\.ts'/.test(readFileSync(file, 'utf8'));

const databaseTests = testFiles.filter((file) => !isTimeZoneTest(file) && needsDatabase(file));
const unitTests = testFiles.filter((file) => !isTimeZoneTest(file) && !needsDatabase(file));

/** `TEST_DATABASE` tells the set-up and the tests which database is theirs. */
const databaseProject = (name: 'embedded' | 'postgres') => ({
  extends: true as const,
  test: { name, include: databaseTests, globalSetup: ['test/global-setup.ts'], env: { TEST_DATABASE: name } },
});

// The zone of the machine must not matter: these files run in three of them.
const timeZoneProject = (name: string, zone: string) => ({
  extends: true as const,
  test: { name, include: ['src/**/*.tz.test.ts', 'test/**/*.tz.test.ts'], env: { TZ: zone } },
});

export default defineConfig({
  test: {
    pool: 'forks',
    setupFiles: ['test/fail-on-console.ts'],
    restoreMocks: true,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'unit', include: unitTests } },
      databaseProject('embedded'),
      databaseProject('postgres'),
      timeZoneProject('tz-utc', 'UTC'),
      timeZoneProject('tz-seoul', 'Asia/Seoul'),
      timeZoneProject('tz-los-angeles', 'America/Los_Angeles'),
    ],
  },
});
