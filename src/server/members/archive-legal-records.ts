import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Tx } from '#server/db/database.ts';

/** Identifies a former member in the legally retained records without storing their id. */
export const hashMemberId = (memberId: string): Buffer => createHash('sha256').update(memberId).digest();

/**
 * Copies the records that the law requires us to retain after an account is deleted: contracts for 5 years, questions and
 * consents for 3. `purge-expired.ts` deletes them.
 */
export const archiveLegalRecords = async (tx: Tx, memberId: string, now: Date): Promise<void> => {
  const subject = sql`${hashMemberId(memberId)}::bytea`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const today = sql`${seoulDate(now)}::date`;
  const inSeoul = (moment: unknown) => sql`(${moment} at time zone 'Asia/Seoul')::date`;
  await tx.execute(sql`
    insert into legal_retention.contracts
      (subject_hash, name, phone, code, shoot_type, date, slot, location, booked_at, cancelled_at, since)
    select ${subject}, members.name, members.phone, code, shoot_type, date, slot, location, reservations.created_at,
      cancellation.occurred_at,
      coalesce(${inSeoul(sql`cancellation.occurred_at`)}, date)
    from reservations join members on members.id = reservations.member_id
      cross join lateral (
        select case
          when reservations.state = 'CANCELLED' then (
            select max(events.occurred_at) from reservation_events as events
            where events.reservation_id = reservations.id and events.action = 'CANCELLED'
          )
        end as occurred_at
      ) as cancellation
    where reservations.member_id = ${memberId}
  `);
  await tx.execute(sql`
    insert into legal_retention.disputes
      (subject_hash, name, phone, title, content, asked_at, answer, answered_at, since)
    select ${subject}, members.name, members.phone, title, questions.content, questions.created_at,
      answers.content, answers.created_at,
      ${inSeoul(sql`greatest(questions.created_at, answers.created_at)`)}
    from questions join members on members.id = questions.member_id
      left join answers on answers.question_id = questions.id
    where questions.member_id = ${memberId}
  `);
  await tx.execute(sql`
    insert into legal_retention.consents (subject_hash, name, phone, item, version, identity_version, ip_address, agreed_at, since)
    select ${subject}, name, phone, item, version, identity_version, ip_address, agreed_at, ${today}
    from consents join members on members.id = consents.member_id
    where consents.member_id = ${memberId}
  `);
  await tx.execute(sql`
    insert into legal_retention.erasures (subject_hash, erased_at) values (${subject}, ${at})
    on conflict (subject_hash) do nothing
  `);
};
