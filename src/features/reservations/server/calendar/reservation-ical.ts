import { and, eq, sql } from 'drizzle-orm';
import { contentSections } from '#core/content/contract/sections.ts';
import { categoryNameOf } from '#core/content/server/categories.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { OwnReservationId } from '../changes/change-own-reservation.ts';
import type { ReservationRow } from '../present-reservation.ts';
import { columnsWithChanges } from '../queries.ts';
import { reservations } from '../tables.ts';
import { reservationFields, formatCalendar } from './ical.ts';

const findOwnEvent = async ({ db }: Pick<Deps, 'db'>, { memberId, id }: OwnReservationId) => {
  const [entry] = await db
    .select({ ...columnsWithChanges, category: categoryNameOf(sql`${reservations.shootType}`) })
    .from(reservations)
    .where(and(eq(reservations.id, id), eq(reservations.memberId, memberId)));
  if (entry === undefined) throw appError('NOT_FOUND');
  return entry;
};

const formatDescription = (
  { reservation, category }: { reservation: ReservationRow; category: string },
  phone: string,
  publicUrl: string,
): string =>
  [
    `예약 번호 ${reservation.code}`,
    `카테고리 ${category}`,
    `희망 촬영 날짜 ${reservation.desiredShootDate}`,
    `촬영 장소 ${reservation.location}`,
    ...(reservation.notes === '' ? [] : [`요청 사항 ${reservation.notes}`]),
    `문의 ${phone}`,
    `${publicUrl}/reservation-history`,
  ].join('\n');

export const formatReservationCalendar = async (
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  own: OwnReservationId,
): Promise<{ readonly name: string; readonly text: string }> => {
  const entry = await findOwnEvent({ db }, own);
  const reservation = entry.reservation;
  const isByPhone = reservation.meetingKind === 'PHONE';
  const { publicUrl } = env;
  const studio = await readSection(db, contentSections.identity);
  const text = formatCalendar({
    now: clock.now(),
    events: [
      {
        ...reservationFields(entry, publicUrl),
        summary: `${studio.name} ${isByPhone ? '전화' : '사전'} 미팅`,
        description: formatDescription(entry, studio.phone, publicUrl),
        location: isByPhone ? '' : studio.address,
      },
    ],
  });
  return { name: `${reservation.code}.ics`, text };
};
