import { useState } from 'react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { readSession } from '#web/auth/session.ts';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { chooseDate, chooseTime, useBookingDraft } from './booking-draft.ts';
import { BookingStep } from './booking-step.tsx';
import type { MeetingTime } from '#web/reservations/describe-slots.ts';
import { MeetingPicker } from '#web/reservations/meeting-picker.tsx';
import { acquireHold } from './slot-hold.ts';
import { clearTime } from './use-return-to-dates.ts';
import { useMeetingChoice } from '#web/reservations/use-meeting-choice.ts';

export const TimeForm = ({ label }: { label: string }) => {
  const navigate = useNavigate();
  const draft = useBookingDraft();
  const choice = useMeetingChoice(draft);
  const [isHolding, setIsHolding] = useState(false);

  const goOn = async (selection: MeetingTime): Promise<void> => {
    // A guest gets the hold after the login, on the next page.
    if (readSession() === null) return navigate(paths.reserveForm());
    setIsHolding(true);
    const response = await acquireHold(selection);
    setIsHolding(false);
    if (response.kind === 'gone') {
      clearTime();
      await showAlert(response.message);
    } else if (response.kind !== 'signed-out') return navigate(paths.reserveForm());
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isHolding) return;
    const meeting = choice.check();
    if (meeting !== null) void goOn(meeting);
  };

  return (
    <BookingStep
      current="날짜"
      title="언제 만날까요?"
      choices={{ label, date: choice.date, time: choice.time }}
      backTo={paths.reserveType()}
      onSubmit={submit}
      action={
        <Button type="submit" size="large" isLoading={isHolding}>
          다음
        </Button>
      }
    >
      <MeetingPicker choice={choice} onDate={chooseDate} onTime={chooseTime} />
    </BookingStep>
  );
};
