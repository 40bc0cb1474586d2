import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testApp } from '#test/app.ts';
import { codeBucket, takeAttempt } from './failure-limit.ts';

const app = await testApp();

it('a code is counted with what it is for, and that waits for the disk', async () => {
  await app.db.transaction(async (tx) => {
    expect(await takeAttempt(tx, codeBucket('01012345678'), app.clock.now())).toBe(0);
    const { rows } = await tx.execute(sql`show synchronous_commit`);
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  });
});
