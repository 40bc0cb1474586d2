import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { readSession } from '#web/auth/session.ts';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { chooseDate, chooseTime, useBookingDraft } from './booking-draft.ts';
import { BookingStep } from './booking-step.tsx';
import type { MeetingTime } from './describe-slots.ts';
import { dropTime } from './drop-time.ts';
import { focusMissing, MeetingPicker } from './meeting-picker.tsx';
import { takeHold } from './slot-hold.ts';
import { useIsChecked } from './use-is-checked.ts';
import { useMeetingChoice } from './use-meeting-choice.ts';

export const TimeForm = ({ label }: { label: string }) => {
  const navigate = useNavigate();
  const draft = useBookingDraft();
  const choice = useMeetingChoice(draft);
  const [isHolding, setIsHolding] = useState(false);
  const picker = useRef<HTMLDivElement>(null);
  const { date, time } = choice;
  const [isChecked, setIsChecked] = useIsChecked(date);

  const goOn = async (wish: MeetingTime): Promise<void> => {
    // Whoever is not signed in yet claims it after the login, on the next page.
    if (readSession() === null) return navigate(paths.reserveForm());
    setIsHolding(true);
    const answer = await takeHold(wish);
    setIsHolding(false);
    if (answer.kind === 'gone') {
      dropTime();
      setIsChecked(false);
      await showAlert(answer.message);
    } else if (answer.kind !== 'signed-out') return navigate(paths.reserveForm());
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isHolding) return;
    setIsChecked(true);
    if (date === null || time === null) focusMissing(picker.current, choice);
    else void goOn({ date, time });
  };

  return (
    <BookingStep
      current="날짜"
      title="언제 만날까요?"
      choices={{ label, date, time }}
      backTo={paths.reserveType()}
      onSubmit={submit}
      action={
        <Button type="submit" size="large" isLoading={isHolding}>
          다음
        </Button>
      }
    >
      <MeetingPicker
        ref={picker}
        choice={choice}
        onDate={chooseDate}
        onTime={chooseTime}
        isChecked={isChecked}
      />
    </BookingStep>
  );
};
