import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#test/test-database.ts';
import type { ChangeListener } from './change-listener.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { db } = database;

const startWatch = async (onChange: () => void): Promise<ChangeListener> => {
  const watch = database.listenForChanges(onChange);
  await vi.waitFor(() => expect(watch.isConnected()).toBe(true));
  return watch;
};

describe('change notifications of public content', () => {
  it.each([
    ['photos', sql`delete from photos`],
    ['inquiries', sql`update questions set title = title`],
    ['answers', sql`delete from answers`],
    ['names', sql`update members set name = name`],
  ])('tells every process of changes: %s', async (_, statement) => {
    const heard = [vi.fn(), vi.fn()];
    const watches = await Promise.all(heard.map(startWatch));
    for (const onChange of heard) onChange.mockClear();
    await db.transaction(async (tx) => {
      await tx.execute(statement);
      for (const onChange of heard) expect(onChange).not.toHaveBeenCalled();
    });
    for (const onChange of heard) await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
    await Promise.all(watches.map((watch) => watch.close()));
  });

  it('reservations and rolled back changes send no change notification', async () => {
    const onChange = vi.fn();
    const watch = await startWatch(onChange);
    onChange.mockClear();
    await db.execute(sql`delete from slot_claims`);
    const undone = db.transaction(async (tx) => {
      await tx.execute(sql`delete from photos`);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    // Sent after the others, so it arrives after them.
    await db.execute(sql`delete from answers`);
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
    await watch.close();
  });
});
