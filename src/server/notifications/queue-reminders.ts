import { inArray, sql } from 'drizzle-orm';
import { addDays, seoulDate } from '#contract/seoul-time.ts';
import type { ShootType } from '#contract/shoot-types.ts';
import type { Slot } from '#contract/slots.ts';
import type { Deps } from '#server/deps.ts';
import { notifications, reservations } from '#server/db/schema.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { isQuiet } from './quiet-hours.ts';
import { findReminders } from './reminder-times.ts';
import { MOBILE } from './queue-notification.ts';
import { describeReservation } from './queue-reservation-messages.ts';

interface Upcoming extends Record<string, unknown> {
  readonly id: number | string;
  readonly memberId: string | null;
  readonly guestName: string | null;
  readonly guestPhone: string | null;
  readonly shootType: ShootType;
  readonly date: string;
  readonly slot: Slot;
  readonly version: number | string;
  /** Microseconds since 1970. */
  readonly since: string;
}

/**
 * Queues the reminders that are due now. They are derived from the reservations when they are due instead of being kept beside
 * them, so a moved or cancelled reservation leaves none behind. The unique index keeps a reminder from being queued twice. A
 * reservation that is being changed has its turn in the next run, so that its change drops every reminder of the former meeting.
 */
export const queueReminders = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now();
  if (isQuiet(now)) return;
  const settings = await readSection(db, 'messages');
  if (!settings.remindsDayBefore && !settings.remindsHoursBefore) return;
  const today = seoulDate(now);
  await db.transaction(async (tx) => {
    const isNear = sql`state = 'BOOKED' and date in (${today}, ${addDays(today, 1)})`;
    const locked = await tx.execute<{ id: number | string }>(
      sql`select id from reservations where ${isNear} for share skip locked`,
    );
    if (locked.rows.length === 0) return;
    const { rows } = await tx.execute<Upcoming>(sql`
      select reservations.id, member_id as "memberId", guest_name as "guestName", guest_phone as "guestPhone",
        shoot_type as "shootType", reservations.date::text, reservations.slot, changes.version,
        (extract(epoch from greatest(reservations.created_at, changes.latest)) * 1000000)::bigint::text as since
      from reservations left join members on members.id = member_id,
        lateral (select count(*)::integer as version, max(occurred_at) as latest from reservation_events
          where reservation_id = reservations.id) as changes
      where ${inArray(
        reservations.id,
        locked.rows.map(({ id }) => Number(id)),
      )}
        and coalesce(guest_phone, members.phone) ~ ${MOBILE.source} and wants_reminders is not false`);
    const due = rows.flatMap(({ id, memberId, guestPhone, version, since, ...reservation }) =>
      findReminders(reservation, new Date(Number(since) / 1_000), settings)
        .filter(({ dueAt, until }) => dueAt <= now && now < until)
        .map(({ kind }) => ({
          kind,
          memberId,
          address: guestPhone,
          reservationId: Number(id),
          subjectVersion: Number(version),
          ...describeReservation({ ...reservation, id: Number(id) }, 'CUSTOMER'),
          dueAt: now,
          createdAt: now,
        })),
    );
    if (due.length > 0) await tx.insert(notifications).values(due).onConflictDoNothing();
  });
};
