import { seoulMoment } from '#contract/seoul-time.ts';
import { slotStartHour } from '#contract/slots.ts';
import type { Deps } from '#server/deps.ts';
import type { ReservationRow } from './present-reservation.ts';

const HOUR = 3_600_000;

/** What a member may still change depends on the moment and on the studio's setting. */
export interface ChangeTerms {
  readonly now: Date;
  /** So many hours before the meeting it is too late. */
  readonly changeHours: number;
}

export const changeTermsOf = ({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): ChangeTerms => ({
  now: clock.now(),
  changeHours: settings.reservationChangeHours,
});

type Meeting = Pick<ReservationRow, 'date' | 'slot'>;

export const meetingStart = ({ date, slot }: Meeting): Date => seoulMoment(date, slotStartHour(slot));

/** From this moment on the member can no longer change the booking. */
const changeEnd = (meeting: Meeting, changeHours: number): Date =>
  new Date(meetingStart(meeting).getTime() - changeHours * HOUR);

export const isTooLateToChange = (meeting: Meeting, { now, changeHours }: ChangeTerms): boolean =>
  now >= changeEnd(meeting, changeHours);

/** Until when the member may cancel or move it; null when that is over, or nothing is left to change. */
export const findChangeEnd = (
  booking: Pick<ReservationRow, 'date' | 'slot' | 'state'>,
  terms: ChangeTerms,
): Date | null =>
  booking.state === 'BOOKED' && !isTooLateToChange(booking, terms)
    ? changeEnd(booking, terms.changeHours)
    : null;
