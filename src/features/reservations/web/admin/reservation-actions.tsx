import { useState } from 'react';
import { useStudio } from '#core/content/web/use-studio.ts';
import { fieldLimits } from '#platform/contract/fields.ts';
import { askConfirm } from '#platform/web/client/alert.tsx';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useAction, type ActionReport } from '#platform/web/client/use-action.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { adminReservationEndpoints, type ReservationDetail } from '../../contract/admin-reservations.ts';
import { isPastSlot } from '../../contract/bookable-dates.ts';
import { reservationEndpoints, type ReservationState } from '../../contract/reservations.ts';
import { CancelDialog } from '../cancel-dialog.tsx';
import { isBookable, type MeetingTime } from '../describe-slots.ts';
import { formatMeeting } from '../format-meeting.ts';
import { MoveDialog } from '../move-dialog.tsx';
import { UndoNotice, type Undoable } from '../undo-notice.tsx';
import { describeChange } from './describe-change.ts';
import { moveReservation } from './move-reservation.ts';
import { formatNotificationHint } from './notification-hint.ts';

const { changeReservationState } = adminReservationEndpoints;

/** Whether visitors can book the time, which a closure may have taken back or which may be too soon; null when that cannot be read. */
const isTimeFree = async (meeting: MeetingTime): Promise<boolean | null> => {
  try {
    const query = { month: monthOf(meeting.date) };
    return isBookable(await browserApi.call(reservationEndpoints.availability, { query }), meeting);
  } catch {
    return null;
  }
};

/** What the studio can do with a reservation in its current state. Only what is to be done next is a primary button. */
export const ReservationActions = ({ reservation }: { reservation: ReservationDetail }) => {
  const { id, state, date, time } = reservation;
  const { run, clearReport, isRunning, report } = useAction();
  const [openDialog, setOpenDialog] = useState<'cancel' | 'move' | null>(null);
  const [moveReason, setMoveReason] = useState('');
  const [moved, setMoved] = useState<Undoable | null>(null);
  const hasBegun = isPastSlot(date, time, useNow());
  const seen = { state, date, time };
  const studio = useStudio();
  const hint = formatNotificationHint(reservation, studio);
  // Someone else may have changed the state meanwhile.
  const open = state === 'BOOKED' ? openDialog : null;

  const ask = (what: 'cancel' | 'move' | null): void => {
    clearReport();
    setMoved(null);
    setMoveReason('');
    setOpenDialog(what);
  };
  const closeAfter = (outcome: ActionReport | null): void => {
    if (outcome?.tone === 'success') setOpenDialog(null);
  };
  const become = async (next: ReservationState, reason = ''): Promise<void> => {
    setMoved(null);
    const body = { state: next, reason, seen };
    const change = async (): Promise<string> => {
      await browserApi.call(changeReservationState, { params: { id }, body });
      const isUpcomingCancelled = next === 'CANCELLED' && !hasBegun;
      return describeChange(next, isUpcomingCancelled ? await isTimeFree(reservation) : null);
    };
    closeAfter(await run(change));
  };
  const move = async (to: MeetingTime): Promise<void> => {
    const change = async (): Promise<string> => {
      const { text, undo } = await moveReservation(reservation, { ...to, reason: moveReason }, studio);
      setMoved({ text, ...(!hasBegun && { undo }) });
      return text;
    };
    closeAfter(await run(change));
  };
  const reopen = async (): Promise<void> => {
    const message =
      state === 'CANCELLED' && !hasBegun
        ? `취소한 예약을 복구할까요?\n그 시간이 비어 있어야 복구할 수 있습니다.\n${hint}`
        : '‘예약 확정’ 상태로 복구할까요?';
    if (await askConfirm({ message, confirmLabel: '예약 복구' })) await become('BOOKED');
  };

  const dialog = { isSending: isRunning, report, onClose: () => ask(null) };

  return (
    <section className="stack-4 fit" aria-label="예약 처리">
      <div className="row-2 wrap">
        {state === 'BOOKED' && hasBegun && (
          <>
            <Button isLoading={isRunning} onClick={() => void become('COMPLETED')}>
              완료
            </Button>
            <Button variant="secondary" isLoading={isRunning} onClick={() => void become('NO_SHOW')}>
              노쇼
            </Button>
            <Button variant="secondary" isLoading={isRunning} onClick={() => void become('CANCELLED')}>
              취소
            </Button>
          </>
        )}
        {state === 'BOOKED' && (
          <>
            <Button variant="secondary" onClick={() => ask('move')}>
              일정 변경
            </Button>
            {!hasBegun && (
              <Button variant="secondary" onClick={() => ask('cancel')}>
                예약 취소
              </Button>
            )}
          </>
        )}
        {state !== 'BOOKED' && (
          <Button variant="secondary" isLoading={isRunning} onClick={() => void reopen()}>
            예약 복구
          </Button>
        )}
      </div>
      {state === 'BOOKED' && !hasBegun && (
        <p className="note">완료와 노쇼는 미팅이 시작된 뒤에 선택할 수 있습니다.</p>
      )}
      {open === null && moved !== null && <UndoNotice {...moved} />}
      {open === null && moved === null && report !== null && (
        <Notice tone={report.tone}>{report.text}</Notice>
      )}
      {open === 'cancel' && (
        <CancelDialog
          {...dialog}
          subject={`${reservation.memberName} · ${formatMeeting(reservation)}`}
          effects={[
            hint,
            '취소하면 다른 고객이 이 시간을 예약할 수 있습니다. 단, 정기 휴무 시간은 다시 차단됩니다.',
            '예약 기록은 ‘취소’로 남고, 그 시간에 다른 예약이 없으면 복구할 수 있습니다.',
          ]}
          reasonHint="내부 기록에만 남고 안내 문자에는 포함되지 않습니다."
          onCancel={(reason) => void become('CANCELLED', reason)}
        />
      )}
      {open === 'move' && (
        <MoveDialog {...dialog} offersNextDay reservation={reservation} onMove={(to) => void move(to)}>
          <TextField
            label="변경 사유"
            note="선택"
            hint={hint}
            autoComplete="off"
            maxLength={fieldLimits.reason}
            value={moveReason}
            onChange={({ target }) => setMoveReason(target.value)}
          />
        </MoveDialog>
      )}
    </section>
  );
};
