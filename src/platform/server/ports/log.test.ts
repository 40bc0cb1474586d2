import { closeSync, openSync } from 'node:fs';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { createLog, serializeError, openLogFile } from './log.ts';

it('S-053 a failed query is logged with its text and cause but no parameters', () => {
  const cause = Object.assign(
    new Error('duplicate key value violates unique constraint "members_phone_key"'),
    {
      code: '23505',
      constraint: 'members_phone_key',
      detail: 'Key (phone)=(01012345678) already exists.',
    },
  );
  const error = new DrizzleQueryError('insert into members (phone) values ($1)', ['01012345678'], cause);
  const line = JSON.stringify(serializeError(error));
  expect(line).toContain('insert into members');
  expect(line).toContain('members_phone_key');
  expect(line).not.toContain('01012345678');
});

it('S-053 an error of the embedded database is logged with SQLSTATE and message but no parameters', () => {
  const cause = Object.assign(new Error('relation "nothing" does not exist'), {
    code: '42P01',
    query: 'select $1 from nothing',
    params: ['01012345678'],
  });
  const error = new DrizzleQueryError('select $1 from nothing', ['01012345678'], cause);
  expect(serializeError(error)).toMatchObject({
    cause: { code: '42P01', message: 'relation "nothing" does not exist' },
  });
  expect(JSON.stringify(serializeError(error))).not.toContain('01012345678');
});

it('S-053 a data exception is logged with its SQLSTATE only, because its message quotes the value', () => {
  const cause = Object.assign(new Error('invalid input syntax for type uuid: "김사진"'), { code: '22P02' });
  const line = JSON.stringify(serializeError(new DrizzleQueryError('select $1::uuid', ['김사진'], cause)));
  expect(line).toContain('22P02');
  expect(line).not.toContain('김사진');
});

it('F-17 log lines that cannot be written are dropped without ending the process', async () => {
  // Opened for reading: every write fails, as on a full disk.
  const file = openSync(import.meta.filename, 'r');
  const log = createLog('info', openLogFile(file));
  const write = (): void => log.info({ event: 'x'.repeat(1_000) });
  // More than the buffer holds.
  for (let line = 0; line < 2_000; line += 1) expect(write).not.toThrow();
  await new Promise((resolve) => setImmediate(resolve));
  expect(write).not.toThrow();
  closeSync(file);
});
