import { and, eq, inArray, sql } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { messageHours, minutesOf } from '#core/messages/contract/message-settings.ts';
import { messageSections, type MessageSettings } from '#core/messages/contract/sections.ts';
import { atMinute, isQuiet } from '#core/messages/server/quiet-hours.ts';
import { MOBILE } from '#core/messages/server/recipients.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Deps } from '#platform/server/deps.ts';
import { slotInstant } from '../../contract/bookable-dates.ts';
import { slotStart } from '../../contract/slots.ts';
import { columnsWithChanges } from '../queries.ts';
import { reservations, type SlotOfDay } from '../tables.ts';
import type { reservationMessageKinds } from './message-kinds.ts';
import { describeReservation, withCategory } from './queue-reservation-messages.ts';

/** Reminders that would be due at night are due at this minute of the evening before, if at all. */
const EVENING = 20 * 60 + 30;

interface Reminder {
  readonly kind: Extract<keyof typeof reservationMessageKinds, `REMINDER_${string}`>;
  readonly dueAt: Date;
  /** The reminder is not queued from this time on. */
  readonly until: Date;
}

/**
 * When the reminder of the same day is due, and until when it may be queued; null when it would be due before the morning and the day
 * before has a reminder.
 */
const findSameDay = (
  meeting: SlotOfDay,
  hours: number,
  hasDayBefore: boolean,
): Omit<Reminder, 'kind'> | null => {
  const { date, slot } = meeting;
  const minute = slotStart(slot) - hours * 60;
  const until = slotInstant(date, slot);
  if (minute >= messageHours.until) return { dueAt: atMinute(date, EVENING), until };
  if (minute >= messageHours.from) return { dueAt: atMinute(date, minute), until };
  if (hasDayBefore) return null;
  const evening = addDays(date, -1);
  return { dueAt: atMinute(evening, EVENING), until: atMinute(evening, messageHours.until) };
};

/** The reminders of a meeting whose reservation was created or last changed at `since`. None is due before that. */
export const findReminders = (meeting: SlotOfDay, since: Date, settings: MessageSettings): Reminder[] => {
  const evening = addDays(meeting.date, -1);
  const dayBefore: Reminder = {
    kind: 'REMINDER_DAY_BEFORE',
    dueAt: atMinute(evening, minutesOf(settings.dayBeforeAt)),
    until: atMinute(evening, messageHours.until),
  };
  const hasDayBefore = settings.remindsDayBefore && since <= dayBefore.dueAt;
  const sameDay = settings.remindsHoursBefore
    ? findSameDay(meeting, settings.hoursBefore, hasDayBefore)
    : null;
  return [
    ...(hasDayBefore ? [dayBefore] : []),
    ...(sameDay === null ? [] : [{ kind: 'REMINDER_HOURS_BEFORE' as const, ...sameDay }]),
  ].filter(({ dueAt }) => since <= dueAt);
};

/**
 * Queues the reminders that are due now. They are derived from the reservations when they are due instead of being kept beside
 * them, so a moved or cancelled reservation leaves none behind. The unique index keeps a reminder from being queued twice between
 * changes. A reservation that is being changed has its turn in a later run, so that its change drops the unsent reminders of the former
 * meeting.
 */
export const queueReminders = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now();
  if (isQuiet(now)) return;
  const settings = await readSection(db, messageSections.messages);
  if (!settings.remindsDayBefore && !settings.remindsHoursBefore) return;
  const today = seoulDate(now);
  await db.transaction(async (tx) => {
    const isNear = inArray(reservations.date, [today, addDays(today, 1)]);
    const locked = await tx
      .select({ id: reservations.id })
      .from(reservations)
      .where(and(eq(reservations.state, 'BOOKED'), isNear))
      .for('share', { skipLocked: true });
    if (locked.length === 0) return;
    const isLocked = inArray(
      reservations.id,
      locked.map(({ id }) => id),
    );
    const hasMobile = sql`coalesce(${reservations.guestPhone}, ${members.phone}) ~ ${MOBILE.source}`;
    const rows = await tx
      .select(columnsWithChanges)
      .from(reservations)
      .leftJoin(members, eq(members.id, reservations.memberId))
      .where(and(isLocked, hasMobile, sql`${members.wantsReminders} is not false`));
    const due = rows.flatMap(({ reservation, changes, changedAt }) => {
      const { id, memberId, guestPhone, shootType, createdAt } = reservation;
      const since = changedAt !== null && changedAt > createdAt ? changedAt : createdAt;
      const { values, dropAt } = describeReservation(reservation, 'CUSTOMER');
      return findReminders(reservation, since, settings)
        .filter(({ dueAt, until }) => dueAt <= now && now < until)
        .map(({ kind }) => ({
          kind,
          memberId,
          address: guestPhone,
          reservationId: id,
          subjectVersion: changes,
          values: withCategory(values, shootType),
          dropAt,
          dueAt: now,
          createdAt: now,
        }));
    });
    if (due.length > 0) await tx.insert(notifications).values(due).onConflictDoNothing();
  });
};
