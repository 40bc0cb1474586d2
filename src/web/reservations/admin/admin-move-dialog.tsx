import { useState, type ComponentProps } from 'react';
import type { ReservationDetail } from '#contract/admin-reservations.ts';
import { fieldLimits } from '#contract/fields.ts';
import { useStudio } from '#web/shell/use-studio.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { formatNotificationHint } from './notification-hint.ts';
import type { MeetingTime } from '#web/reservations/describe-slots.ts';
import { MoveDialog } from '#web/reservations/move-dialog.tsx';

interface AdminMoveDialogProps extends Omit<ComponentProps<typeof MoveDialog>, 'booking' | 'onMove'> {
  readonly booking: ReservationDetail;
  readonly onMove: (to: MeetingTime & { readonly reason: string }) => void;
}

/** Asks for a reason too, and says who will be notified. */
export const AdminMoveDialog = ({ booking, onMove, ...dialog }: AdminMoveDialogProps) => {
  const [reason, setReason] = useState('');
  return (
    <MoveDialog {...dialog} booking={booking} onMove={(to) => onMove({ ...to, reason })}>
      <TextField
        label="변경 사유"
        note="선택"
        hint={formatNotificationHint(booking, useStudio())}
        autoComplete="off"
        maxLength={fieldLimits.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </MoveDialog>
  );
};
