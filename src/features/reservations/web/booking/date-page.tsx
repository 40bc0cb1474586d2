import { useEffect, useEffectEvent, Suspense, lazy, useState, type FormEvent } from 'react';
import { Navigate, useLocation, useSearchParams, useNavigate } from 'react-router';
import { findCategory } from '#core/content/contract/categories.ts';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { readSession } from '#platform/web/client/api/session.ts';
import { Button } from '#platform/web/ui/button.tsx';
import type { MeetingTime } from '../describe-slots.ts';
import { MeetingPicker } from '../meeting-picker.tsx';
import { useMeetingChoice } from '../use-meeting-choice.ts';
import { chooseCategory, useBookingDraft, chooseDate, chooseTime } from './booking-draft.ts';
import { BookingStep } from './booking-step.tsx';
import { ChangeDeadlineNotice } from './change-deadline-notice.tsx';
import { acquireHold, releaseHold } from './slot-hold.ts';
import { TIME_LOST, clearTime } from './use-return-to-dates.ts';

const GuestSheet = lazy(async () => ({ default: (await import('./guest-sheet.tsx')).GuestSheet }));

const TimeForm = ({ label }: { label: string }) => {
  const navigate = useNavigate();
  const draft = useBookingDraft();
  const choice = useMeetingChoice(draft);
  const [isHolding, setIsHolding] = useState(false);
  /** The chosen time of a guest, while the sheet with the login is open. */
  const [joining, setJoining] = useState<MeetingTime | null>(null);

  const returnToTimes = async (message: string): Promise<void> => {
    setJoining(null);
    clearTime();
    if (await showAlert(message)) choice.focusTimes();
  };

  const isTimeLost = useLocation().state === TIME_LOST;
  const focusTimes = useEffectEvent(choice.focusTimes);
  useEffect(() => {
    if (isTimeLost) focusTimes();
  }, [isTimeLost]);

  const goOn = async (selection: MeetingTime): Promise<void> => {
    const isGuest = readSession() === null;
    setIsHolding(true);
    const response = await acquireHold(selection);
    setIsHolding(false);
    if (response.kind === 'gone') await returnToTimes(response.message);
    else if (isGuest) setJoining(selection);
    else if (response.kind !== 'signed-out') await navigate(paths.reserveForm());
  };

  const closeSheet = (): void => {
    setJoining(null);
    releaseHold();
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isHolding) return;
    const meeting = choice.check();
    if (meeting !== null) void goOn(meeting);
  };

  return (
    <>
      <BookingStep
        current="날짜"
        title="언제가 좋으세요?"
        choices={{ label, date: choice.date, time: choice.time }}
        backTo={paths.reserveType()}
        onSubmit={submit}
        action={
          <Button type="submit" size="large" isLoading={isHolding}>
            다음
          </Button>
        }
      >
        <MeetingPicker choice={choice} onDate={chooseDate} onTime={chooseTime} offersEarliest>
          {choice.meeting !== null && <ChangeDeadlineNotice meeting={choice.meeting} />}
        </MeetingPicker>
      </BookingStep>
      {joining !== null && (
        <Suspense>
          <GuestSheet meeting={joining} onLost={returnToTimes} onClose={closeSheet} />
        </Suspense>
      )}
    </>
  );
};

/** The category in the address overrides the one chosen earlier. `like` is the id of a photo that becomes a reference picture. */
const DatePage = () => {
  const [query] = useSearchParams();
  const requested = findCategory(useStudio().categories, query.get('category'));
  const chosen = useBookingDraft((draft) => draft.category);
  useEffect(() => {
    if (requested !== undefined) chooseCategory(requested);
  }, [requested]);
  const liked = Number(query.get('like'));
  useEffect(() => {
    if (liked > 0) useBookingDraft.setState({ likedPhoto: liked });
  }, [liked]);
  const label = requested?.name ?? chosen?.label;
  if (label === undefined) return <Navigate to={paths.reserveType()} replace />;
  return <TimeForm label={label} />;
};

export default DatePage;
