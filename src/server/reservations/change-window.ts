import { seoulMoment } from '#contract/seoul-time.ts';
import { slotStartHour } from '#contract/slots.ts';
import type { Deps } from '#server/deps.ts';
import type { ReservationRow } from './present-reservation.ts';

const HOUR = 3_600_000;

export interface ChangeTerms {
  readonly now: Date;
  /** From so many hours before the meeting no change is allowed. */
  readonly changeHours: number;
}

export const changeTermsOf = ({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): ChangeTerms => ({
  now: clock.now(),
  changeHours: settings.reservationChangeHours,
});

type Meeting = Pick<ReservationRow, 'date' | 'slot'>;

export const meetingStart = ({ date, slot }: Meeting): Date => seoulMoment(date, slotStartHour(slot));

const changeEnd = (meeting: Meeting, changeHours: number): Date =>
  new Date(meetingStart(meeting).getTime() - changeHours * HOUR);

export const isTooLateToChange = (meeting: Meeting, { now, changeHours }: ChangeTerms): boolean =>
  now >= changeEnd(meeting, changeHours);

/** Until when the member may cancel or move it; null when that is over. */
export const findChangeEnd = (
  booking: Pick<ReservationRow, 'date' | 'slot' | 'state'>,
  terms: ChangeTerms,
): Date | null =>
  booking.state === 'BOOKED' && !isTooLateToChange(booking, terms)
    ? changeEnd(booking, terms.changeHours)
    : null;
