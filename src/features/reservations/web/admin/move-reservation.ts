import type { Studio } from '#core/content/contract/studio.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { adminReservationEndpoints, type AdminReservation } from '../../contract/admin-reservations.ts';
import type { MeetingTime } from '../describe-slots.ts';
import { formatMeeting } from '../format-meeting.ts';
import type { Undoable } from '../undo-notice.tsx';
import { formatNotificationHint } from './notification-hint.ts';

/** Moves a reservation and says whether the customer is told. The undo moves it back. */
export const moveReservation = async (
  { id, state, date, time }: AdminReservation,
  { reason = '', ...to }: MeetingTime & { readonly reason?: string },
  studio: Studio,
): Promise<Undoable> => {
  const send = (body: MeetingTime & { readonly reason: string }, seen: MeetingTime) =>
    browserApi.call(adminReservationEndpoints.adminMoveReservation, {
      params: { id },
      body: { ...body, seen: { state, date: seen.date, time: seen.time } },
    });
  const hint = formatNotificationHint(await send({ ...to, reason }, { date, time }), studio);
  const undo = async (): Promise<string> => {
    await send({ date, time, reason: '' }, to);
    return `${formatMeeting({ date, time })} 일정으로 되돌렸습니다. ${hint}`;
  };
  return { text: `일정을 변경했습니다. ${hint}`, undo };
};
