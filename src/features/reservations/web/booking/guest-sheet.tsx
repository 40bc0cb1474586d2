import { useNavigate } from 'react-router';
import { JoinSheet } from '#core/auth/web/join/join-sheet.tsx';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { formatTime, seoulMinutes } from '#platform/contract/seoul-time.ts';
import { saveReturnPath } from '#platform/web/client/api/redirect-after-login.ts';
import { saveNotedReturnPath } from '#platform/web/client/api/return-note.ts';
import { useBackToClose } from '#platform/web/client/navigation/use-back-to-close.ts';
import type { MeetingTime } from '../describe-slots.ts';
import { HoldNotice } from './hold-notice.tsx';
import { acquireHold, useSlotHold } from './slot-hold.ts';
import { keepHoldOnExit } from './use-release-on-exit.ts';

/**
 * Saves the return path to the form; if the time is held, with a note that says until when. A new member of a login provider reads it
 * while completing the profile.
 */
const saveWayBack = (): void => {
  const hold = useSlotHold.getState();
  if (hold.kind !== 'held') return saveReturnPath(paths.reserveForm());
  const note = `선택하신 미팅 시간을 ${formatTime(seoulMinutes(new Date(hold.expiresAt)))}까지 잡아 두었습니다. 가입을 마치면 이어서 예약하실 수 있습니다.`;
  saveNotedReturnPath(paths.reserveForm(), note, hold.expiresAt);
};

interface GuestSheetProps {
  readonly meeting: MeetingTime;
  /** Called with the reason when the time cannot be booked any more. */
  readonly onLost: (message: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Lets a guest log in, or register if that is possible, after a time was chosen. Back closes the sheet. */
export const GuestSheet = ({ meeting, onLost, onClose }: GuestSheetProps) => {
  const navigate = useNavigate();
  const canRegister = useStudio().codeDelivery !== 'NONE';
  const removeHistoryEntry = useBackToClose(onClose);

  const close = (): void => {
    removeHistoryEntry();
    onClose();
  };

  const returnToTimes = async (message: string): Promise<void> => {
    removeHistoryEntry();
    await onLost(message);
  };

  const goOn = async (): Promise<void> => {
    const response = await acquireHold(meeting);
    if (response.kind === 'gone') await returnToTimes(response.message);
    // Replaces the history entry of the sheet.
    else if (response.kind !== 'signed-out') await navigate(paths.reserveForm(), { replace: true });
  };

  const leaveForProvider = (): void => {
    saveWayBack();
    keepHoldOnExit();
  };

  return (
    <JoinSheet onLeave={leaveForProvider} onLogin={goOn} onClose={close}>
      <p>
        예약하려면 로그인이 필요합니다.
        {canRegister && ' 처음이시면 간단히 가입한 뒤 바로 이어서 예약하실 수 있습니다.'}
      </p>
      <HoldNotice slot={meeting} onLost={returnToTimes} />
    </JoinSheet>
  );
};
