import { and, eq } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { reservations } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { calendarColumns } from './calendar-feed.ts';
import { bookingFields, writeCalendar } from './calendar-file.ts';
import type { OwnBooking } from './change-own-booking.ts';
import type { ReservationRow } from './present-reservation.ts';

const findEntry = async ({ db }: Pick<Deps, 'db'>, { memberId, id }: OwnBooking) => {
  const [entry] = await db
    .select(calendarColumns)
    .from(reservations)
    .where(and(eq(reservations.id, id), eq(reservations.memberId, memberId)));
  if (entry === undefined) throw refuse('NOT_FOUND');
  return entry;
};

const describe = (booking: ReservationRow, { publicUrl, studio }: Deps['settings']): string =>
  [
    `예약 번호 ${booking.code}`,
    `카테고리 ${shootTypeLabels[booking.shootType]}`,
    `희망 촬영 날짜 ${booking.desiredShootDate}`,
    `촬영 장소 ${booking.location}`,
    ...(booking.notes === '' ? [] : [`요청 사항 ${booking.notes}`]),
    `문의 ${studio.phone}`,
    `${publicUrl}/reservation-history`,
  ].join('\n');

export const writeBookingCalendar = async (
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  own: OwnBooking,
): Promise<{ readonly name: string; readonly text: string }> => {
  const entry = await findEntry({ db }, own);
  const booking = entry.reservation;
  const { publicUrl, studio } = settings;
  const text = writeCalendar({
    now: clock.now(),
    events: [
      {
        ...bookingFields(entry, publicUrl),
        summary: `${studio.name} 사전 미팅`,
        description: describe(booking, settings),
        location: studio.address,
        isCancelled: booking.state === 'CANCELLED',
      },
    ],
  });
  return { name: `${booking.code}.ics`, text };
};
