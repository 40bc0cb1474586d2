import { and, desc, eq, lt } from 'drizzle-orm';
import type { Notification } from '#contract/questions.ts';
import type { Db } from '#server/db/connection.ts';
import { members, notifications } from '#server/db/schema.ts';

const select = (db: Db) =>
  db
    .select({ row: notifications, memberName: members.name })
    .from(notifications)
    .leftJoin(members, eq(members.id, notifications.memberId));

type Selected = Awaited<ReturnType<typeof select>>[number];

const present = ({ row, memberName }: Selected) => ({
  id: row.id,
  memberId: row.memberId,
  notification: {
    id: row.id,
    kind: row.kind,
    questionId: row.questionId,
    memberName,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  } satisfies Notification,
});

interface Page {
  readonly limit: number;
  readonly after: number | null;
}

/** Newest first. */
export const findNotifications = async (db: Db, { limit, after }: Page) => {
  const rows = await select(db)
    .where(and(after === null ? undefined : lt(notifications.id, after)))
    .orderBy(desc(notifications.id))
    .limit(limit);
  return rows.map(present);
};

export const findNotification = async (db: Db, id: number) => {
  const [row] = await select(db).where(eq(notifications.id, id));
  return row === undefined ? null : present(row);
};
