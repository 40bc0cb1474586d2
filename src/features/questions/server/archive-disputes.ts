import { sql } from 'drizzle-orm';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { MemberDeleted } from '#platform/server/hooks.ts';

/** Copies the questions of a member whose account is deleted. The law requires us to retain them for 3 years. */
export const archiveDisputes = async (tx: Tx, { memberId }: MemberDeleted): Promise<void> => {
  await tx.execute(sql`
    insert into legal_retention.disputes
      (subject_hash, name, phone, title, content, asked_at, answer, answered_at, since)
    select ${hashMemberId(memberId)}::bytea, members.name, members.phone, title, questions.content, questions.created_at,
      answers.content, answers.created_at,
      (greatest(questions.created_at, answers.created_at) at time zone 'Asia/Seoul')::date
    from questions join members on members.id = questions.member_id
      left join answers on answers.question_id = questions.id
    where questions.member_id = ${memberId}
  `);
};
