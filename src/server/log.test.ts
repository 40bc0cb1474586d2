import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { describeError } from './log.ts';

it('S-053 logs of a failed query its text and its cause, and no parameter', () => {
  const cause = Object.assign(
    new Error('duplicate key value violates unique constraint "members_phone_key"'),
    {
      code: '23505',
      constraint: 'members_phone_key',
      detail: 'Key (phone)=(01012345678) already exists.',
    },
  );
  const error = new DrizzleQueryError('insert into members (phone) values ($1)', ['01012345678'], cause);
  const line = JSON.stringify(describeError(error));
  expect(line).toContain('insert into members');
  expect(line).toContain('members_phone_key');
  expect(line).not.toContain('01012345678');
});
