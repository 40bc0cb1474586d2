import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { codeCounter, recordAttempt } from './failure-counters.ts';

const app = await createTestApp();

it('failed codes are counted in the transaction of their purpose, with a synchronous commit', async () => {
  await app.db.transaction(async (tx) => {
    expect(await recordAttempt(tx, codeCounter('01012345678'), app.clock.now())).toBe(0);
    const { rows } = await tx.execute(sql`show synchronous_commit`);
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  });
});
