import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState, type Ref } from 'react';
import { useController } from 'react-hook-form';
import { Navigate, useNavigate, useRevalidator } from 'react-router';
import * as z from 'zod/mini';
import { LOGIN_NEEDED, RequireRole } from '#core/auth/web/require-role.tsx';
import { FreshConsent, useFreshConsent } from '#core/content/web/legal/fresh-consent.tsx';
import { paths } from '#core/content/web/paths.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { fieldLimits } from '#platform/contract/fields.ts';
import { formatDate } from '#platform/contract/seoul-time.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { ApiError, messageOf } from '#platform/web/client/api/api.ts';
import { browserApi, endSession } from '#platform/web/client/api/browser-api.ts';
import { readSession } from '#platform/web/client/api/session.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { useApiForm } from '#platform/web/client/forms/use-api-form.ts';
import { useValuesChange } from '#platform/web/client/forms/use-values-change.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { DateButton } from '#platform/web/ui/form/date-button.tsx';
import { TextArea } from '#platform/web/ui/form/text-area.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { BookingQuestion } from '../../contract/booking-questions.ts';
import { isSlotError, reservationDetails, reservationEndpoints } from '../../contract/reservations.ts';
import { slot } from '../../contract/slots.ts';
import { ReferencePictures } from '../pictures/reference-pictures.tsx';
import { draftIdempotencyKey, useBookingDraft, type BookingDraft } from './booking-draft.ts';
import { BookingQuestions, questionFieldsOf, useBookingQuestions } from './booking-questions.tsx';
import { BookingStep } from './booking-step.tsx';
import { CategoryChoice } from './category-choice.tsx';
import { ChangeDeadlineNotice } from './change-deadline-notice.tsx';
import { HoldNotice } from './hold-notice.tsx';
import { PackageChoice, usePackageChoice } from './package-choice.tsx';
import { consumeHold } from './slot-hold.ts';
import { useReturnToDates } from './use-return-to-dates.ts';
import styles from './details-page.module.css';

interface MissingTimeProps {
  /** Takes the focus when the form is submitted without a time. */
  readonly ref: Ref<HTMLAnchorElement>;
  readonly error: string | undefined;
}

/** Shown when no time is chosen: a link back to the calendar. */
const MissingTime = ({ ref, error }: MissingTimeProps) => (
  <div className={cx('stack-2', styles.box)}>
    <p className="strong">미팅 시간</p>
    <ButtonLink ref={ref} to={paths.reserveDate()} variant="secondary" aria-describedby="time-error">
      시간 선택하기
    </ButtonLink>
    <p id="time-error" className={cx('error small', styles.error)} aria-live="polite">
      {error}
    </p>
  </div>
);

const { createReservation } = reservationEndpoints;

type Booking = BodyOf<typeof createReservation>;

/** Shown when no complete answer arrived. The idempotency key makes it safe to press again. */
const CONNECTION_LOST = `${createReservation.failed} 인터넷 연결을 확인한 뒤 다시 눌러 주세요. 여러 번 눌러도 한 번만 예약됩니다.`;

/**
 * Sends the booking and goes to the complete page, or back to the calendar when the time is gone or the member may book no more on its
 * day. Ends the session on a 401. Returns any other `ApiError`.
 */
const useBooking = () => {
  const navigate = useNavigate();
  const returnToDates = useReturnToDates();

  return async (body: Booking): Promise<ApiError | null> => {
    try {
      const headers = { 'Idempotency-Key': draftIdempotencyKey(body) };
      useBookingDraft.setState({ result: await browserApi.call(createReservation, { body }, { headers }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) {
        // Usually browserApi has ended the session already.
        if (readSession() !== null) await endSession(messageOf(error));
        return null;
      }
      if (error.status === 0) return new ApiError(0, { message: CONNECTION_LOST });
      const isDayLost = error.code === 'BOOKING_DAY_LIMIT';
      if (!isSlotError(error.code) && !isDayLost) return error;
      await returnToDates(error.message, isDayLost);
      return null;
    }
    consumeHold();
    await navigate(paths.reserveComplete(), { replace: true });
    return null;
  };
};

/** The step before sets the time. It is missing when it was lost since, or when the visitor came here before choosing one. */
const bookingFormOf = (questions: readonly BookingQuestion[]) =>
  z.extend(reservationDetails, { time: slot, ...questionFieldsOf(questions) });
type BookingForm = ReturnType<typeof bookingFormOf>;

/** The suggested place of a shoot. */
const STUDIO = '스튜디오';

interface DetailsFormProps {
  readonly category: NonNullable<BookingDraft['category']>;
  readonly date: string;
}

const DetailsForm = ({ category, date }: DetailsFormProps) => {
  const { time, details, meetingKind, answers } = useBookingDraft.getState();
  const pictureIds = useBookingDraft((draft) => draft.pictureIds);
  const likedPhoto = useBookingDraft((draft) => draft.likedPhoto);
  const book = useBooking();
  const returnToDates = useReturnToDates();
  const choice = usePackageChoice(category.id);
  const { asked, askAgain, toRequest } = useBookingQuestions(category.id);
  const consent = useFreshConsent();
  const [isCategoryHidden, setIsCategoryHidden] = useState(false);
  const { revalidate } = useRevalidator();
  const { form, errors, field, submit, loading, submitError } = useApiForm<
    z.input<BookingForm>,
    z.output<BookingForm>
  >({
    resolver: standardSchemaResolver(bookingFormOf(asked.questions)),
    defaultValues: { ...details, time: time ?? undefined, meetingKind, answers },
    names: [
      'desiredShootDate',
      'location',
      'notes',
      'meetingKind',
      ...asked.questions.map(({ id }) => `answers.${id}` as const),
    ],
    failed: createReservation.failed,
    send: async ({ meetingKind: kind, answers: given, ...values }) => {
      if (!(await consent.give())) return;
      const request = {
        shootType: category.id,
        date,
        ...values,
        ...toRequest({ meetingKind: kind, answers: given }),
        pictureIds: pictureIds.length === 0 ? undefined : [...pictureIds],
      };
      let failure = await book({ ...request, packageVersionId: choice.chosen?.versionId });
      if (failure?.code === 'PACKAGE_CHANGED') {
        const current = await choice.askAgain();
        if (current !== undefined) failure = await book({ ...request, packageVersionId: current.versionId });
      }
      if (failure?.fields['shootType'] !== undefined) {
        await revalidate();
        setIsCategoryHidden(true);
      }
      if (failure?.code === 'QUESTIONS_CHANGED') await askAgain();
      if (failure !== null) throw failure;
    },
    onFailure: consent.askAfter,
  });
  const { control, formState, getValues, setValue, subscribe } = form;
  const timeField = useController({ name: 'time', control });

  useValuesChange(subscribe, ({ desiredShootDate, location, notes = '', ...typed }) =>
    useBookingDraft.setState({
      details: { desiredShootDate, location, notes },
      meetingKind: typed.meetingKind,
      answers: typed.answers,
    }),
  );

  const isShotInStudio = choice.chosen?.isShotInStudio;
  useEffect(() => {
    if (isShotInStudio === undefined) return;
    const { activeElement } = document;
    // The suggestion would mix with what the visitor is typing, when the packages load late.
    if (activeElement instanceof HTMLInputElement && activeElement.name === 'location') return;
    const suggested = isShotInStudio ? STUDIO : '';
    // Keeps any other text.
    if (['', STUDIO].includes(getValues('location'))) setValue('location', suggested);
  }, [isShotInStudio, getValues, setValue]);

  return (
    <BookingStep
      current="정보"
      title="촬영에 대해 알려 주세요"
      choices={{ label: category.label, date, time }}
      backTo={paths.reserveDate(category.id)}
      onSubmit={(event) => void submit(event)}
      action={
        <Button type="submit" size="large" isLoading={loading}>
          예약하기
        </Button>
      }
    >
      {time === null ? (
        <MissingTime ref={timeField.field.ref} error={errors.time?.message} />
      ) : (
        <>
          <HoldNotice slot={{ date, time }} onLost={returnToDates} />
          <ChangeDeadlineNotice meeting={{ date, time }} />
        </>
      )}
      <PackageChoice packages={choice.packages} chosen={choice.chosen} onChoose={choice.choose} />
      <TextField
        {...field('desiredShootDate')}
        label="희망 촬영 날짜"
        hint="정해지지 않았다면 ‘10월 둘째 주말’처럼 입력하셔도 됩니다."
        autoComplete="off"
        suffix={
          <DateButton
            label="희망 촬영 날짜를 달력에서 선택"
            min={date}
            onPick={(picked) =>
              setValue('desiredShootDate', formatDate(picked), { shouldValidate: formState.isSubmitted })
            }
          />
        }
      />
      <TextField
        {...field('location')}
        label="촬영 장소"
        hint="주소나 장소 이름을 입력해 주세요."
        autoComplete="off"
      />
      <TextArea
        {...field('notes')}
        label="요청 사항"
        note="선택"
        hint={`원하시는 분위기나 궁금하신 점을 ${formatNumber(fieldLimits.notes)}자까지 입력할\u00a0수 있습니다.`}
      />
      <ReferencePictures
        ids={pictureIds}
        onChange={(ids) => useBookingDraft.setState({ pictureIds: ids })}
        likedPhoto={likedPhoto}
        onCopy={() => useBookingDraft.setState({ likedPhoto: null })}
      />
      <BookingQuestions asked={asked} field={field} />
      <FreshConsent consent={consent} />
      {submitError !== null && <Notice tone="error">{submitError}</Notice>}
      {isCategoryHidden && <CategoryChoice hidden={category.label} />}
    </BookingStep>
  );
};

const DetailsPage = () => {
  const category = useBookingDraft((draft) => draft.category);
  const date = useBookingDraft((draft) => draft.date);
  if (category === null || date === null) return <Navigate to={paths.reserveType()} replace />;
  return (
    <RequireRole role="member" alert={LOGIN_NEEDED}>
      {/* Another category has other packages. What was typed is in the draft. */}
      <DetailsForm key={category.id} category={category} date={date} />
    </RequireRole>
  );
};

export default DetailsPage;
