import { useEffect, useEffectEvent, Suspense, lazy, useState, type FormEvent } from 'react';
import { Navigate, useLoaderData, useLocation, useSearchParams, useNavigate } from 'react-router';
import { findCategory } from '#core/content/contract/categories.ts';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { ScriptNeeded } from '#core/content/web/pages/script-needed.tsx';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { readSession } from '#platform/web/client/api/session.ts';
import { useIsHydrated } from '#platform/web/client/use-is-hydrated.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import type { MeetingTime } from '../describe-slots.ts';
import { MeetingPicker } from '../meeting-picker.tsx';
import { useMeetingChoice } from '../use-meeting-choice.ts';
import { chooseCategory, useBookingDraft, chooseDate, chooseTime } from './booking-draft.ts';
import { BookingStep } from './booking-step.tsx';
import { ChangeDeadlineNotice } from './change-deadline-notice.tsx';
import { acquireHold, releaseHold } from './slot-hold.ts';
import { TIME_LOST, clearTime } from './use-return-to-dates.ts';

const GuestSheet = lazy(async () => ({ default: (await import('./guest-sheet.tsx')).GuestSheet }));

interface TimeFormProps {
  readonly label: string | undefined;
  readonly renderedAt: number;
}

const TimeForm = ({ label, renderedAt }: TimeFormProps) => {
  const navigate = useNavigate();
  const draft = useBookingDraft();
  const choice = useMeetingChoice(draft, { renderedAt });
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

export const dateMeta: PageMeta = {
  title: '사전 미팅 예약 · 날짜와 시간',
  description: '달력에서 날짜와 시간을 선택해 사전 미팅을 예약해 주세요.',
  canonical: paths.reserveDate(),
};

/** The time at which the page is rendered, in milliseconds. */
export const loadDate = (): number => Date.now();

/** The category in the address overrides the one chosen earlier. `like` is the id of a photo that becomes a reference picture. */
export const DatePage = () => {
  const isHydrated = useIsHydrated();
  const renderedAt = useLoaderData<number>();
  const month = monthOf(seoulDate(useNow(renderedAt)));
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
  // The draft is known after hydration.
  if (label === undefined && isHydrated) return <Navigate to={paths.reserveType()} replace />;
  return (
    <>
      {!isHydrated && <ScriptNeeded heading="h2" />}
      {/* A stored page may begin with an earlier month than the visitor's. */}
      <TimeForm key={month} label={label} renderedAt={renderedAt} />
    </>
  );
};
