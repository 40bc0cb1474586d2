import { eq } from 'drizzle-orm';
import { members } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';

export const changeName = async (
  { db, log }: Pick<Deps, 'db' | 'log'>,
  memberId: string,
  name: string,
): Promise<void> => {
  await db.update(members).set({ name }).where(eq(members.id, memberId));
  log.info({ event: 'name_changed', memberId });
};
