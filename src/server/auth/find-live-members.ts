import { and, eq, inArray, sql } from 'drizzle-orm';
import { askTogether } from '#server/ask-together.ts';
import { prepared } from '#server/db/prepared.ts';
import { members, sessions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { isLiveSession } from './queries.ts';
import type { AccessSubject } from './tokens.ts';

const { placeholder } = sql;
const { id, loginId, name, role, status } = members;

export const selectMembers = (db: Pick<Deps['db'], 'select'>) =>
  db
    .select({ sessionId: sessions.id, id, loginId, name, role, status })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId));

export type LiveMember = Awaited<ReturnType<typeof selectMembers>>[number];
type Asked = Pick<AccessSubject, 'memberId' | 'sessionId'>;

/** So many at once, and no other number than one: of each the database keeps a plan, whose cost does not depend on how many come. */
const TOGETHER = 8;

const keyOf = (index: number): string => `session${index}`;
const liveMembers = (count: number) =>
  prepared((db) =>
    selectMembers(db)
      .where(
        and(
          inArray(
            sessions.id,
            Array.from({ length: count }, (_, index) => placeholder(keyOf(index))),
          ),
          isLiveSession(placeholder('now')),
        ),
      )
      .prepare(`identify_${count}`),
  );
const [one, some] = [liveMembers(1), liveMembers(TOGETHER)];

/** Members by their sessions, as far as both still count. */
export const createFindLiveMember = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  askTogether<Asked, LiveMember | null>(async (asked) => {
    const count = asked.length === 1 ? 1 : TOGETHER;
    const ids = Array.from({ length: count }, (_, index): [string, string | undefined] => [
      keyOf(index),
      (asked[index] ?? asked[0])?.sessionId,
    ]);
    const values = Object.fromEntries([...ids, ['now', clock.now().toISOString()]]);
    const rows = await (count === 1 ? one : some)(db).execute(values);
    const bySession = new Map(rows.map((row) => [row.sessionId, row]));
    return asked.map(({ sessionId, memberId }) => {
      const row = bySession.get(sessionId);
      return row?.id === memberId ? row : null;
    });
  }, TOGETHER);
