import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#test/test-database.ts';
import type { ChangeListener } from './change-listener.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { db } = database;

const startListener = async (onChange: () => void): Promise<ChangeListener> => {
  const listener = database.listenForChanges(onChange);
  await expect.poll(() => listener.isConnected()).toBe(true);
  return listener;
};

describe('change notifications', () => {
  it.each([
    ['photos', sql`delete from photos`],
    ['questions', sql`update questions set title = title`],
    ['answers', sql`delete from answers`],
    ['member names', sql`update members set name = name`],
  ])('a committed change of %s notifies every process', async (_, statement) => {
    const callbacks = [vi.fn(), vi.fn()];
    const listeners = await Promise.all(callbacks.map(startListener));
    for (const onChange of callbacks) onChange.mockClear();
    await db.transaction(async (tx) => {
      await tx.execute(statement);
      for (const onChange of callbacks) expect(onChange).not.toHaveBeenCalled();
    });
    for (const onChange of callbacks) await expect.poll(() => onChange).toHaveBeenCalledTimes(1);
    await Promise.all(listeners.map((listener) => listener.close()));
  });

  it('slot claims and rolled back changes send no notification', async () => {
    const onChange = vi.fn();
    const listener = await startListener(onChange);
    onChange.mockClear();
    await db.execute(sql`delete from slot_claims`);
    const rolledBack = db.transaction(async (tx) => {
      await tx.execute(sql`delete from photos`);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    // Notifications arrive in order, so earlier ones would have arrived before this one.
    await db.execute(sql`delete from answers`);
    await expect.poll(() => onChange).toHaveBeenCalledTimes(1);
    await listener.close();
  });
});
