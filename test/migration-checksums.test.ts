import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMigrations } from '#platform/server/db/read-migrations.ts';

const recorded: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, 'migration-checksums.json'), 'utf8'),
);

// A database rejects a migration whose content differs from the applied one.
it('every migration has the content that was recorded when it was added', async () => {
  const migrations = await readMigrations();
  expect(Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]))).toEqual(recorded);
});

it('migrations are numbered without gaps', async () => {
  const numbers = (await readMigrations()).map(({ name }) =>
    Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]),
  );
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
