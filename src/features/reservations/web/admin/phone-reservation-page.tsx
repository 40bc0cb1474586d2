import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useCallback, useRef, useState } from 'react';
import { FormProvider, type Resolver } from 'react-hook-form';
import { useSearchParams, useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { useApiForm } from '#platform/web/client/forms/use-api-form.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { adminReservationEndpoints, phoneReservation } from '../../contract/admin-reservations.ts';
import { isBookableDate } from '../../contract/bookable-dates.ts';
import { isSlotError } from '../../contract/reservations.ts';
import { isSlot, type Slot } from '../../contract/slots.ts';
import { idempotencyKeyFor, type BookingDraft } from '../booking/booking-draft.ts';
import { MeetingPicker } from '../meeting-picker.tsx';
import { useMeetingChoice, type PartialMeetingTime } from '../use-meeting-choice.ts';
import { factNames, PhoneReservationFields } from './phone-reservation-fields.tsx';
import styles from './phone-reservation-page.module.css';

type FormInput = z.input<typeof phoneReservation>;
type FormOutput = z.output<typeof phoneReservation>;

const validate = standardSchemaResolver<FormInput, unknown, FormOutput>(phoneReservation);

/** Records a reservation taken by phone or message. `meeting` is the date and slot chosen in the schedule, if any. */
const PhoneReservationForm = ({ meeting }: { meeting: PartialMeetingTime }) => {
  const navigate = useNavigate();
  const sent = useRef<BookingDraft['sent']>(null);
  const [selection, setSelection] = useState(meeting);
  const choice = useMeetingChoice(selection);
  const { date, time } = choice;
  const chooseDate = useCallback((chosen: string) => setSelection({ date: chosen, time: null }), []);

  /** Adds the date and time of the calendar. */
  const resolver: Resolver<FormInput, unknown, FormOutput> = (values, context, options) =>
    validate({ ...values, date: date ?? '', time: time ?? ('' as Slot) }, context, options);
  const { form, field, submit, loading, submitError } = useApiForm<FormInput, FormOutput>({
    resolver,
    defaultValues: { guestName: '', desiredShootDate: '', location: '', notes: '' },
    names: factNames,
    send: async (body) => {
      choice.check();
      sent.current = idempotencyKeyFor(body, sent.current);
      const headers = { 'Idempotency-Key': sent.current.key };
      const { createPhoneReservation } = adminReservationEndpoints;
      const { id } = await browserApi.call(createPhoneReservation, { body }, { headers });
      await navigate(paths.adminReservation(id), { replace: true });
    },
    // The calendar takes the focus only when no other field is wrong.
    onInvalid: (wrong) => choice.check(!factNames.some((name) => name in wrong)),
    onFailure: async (error) => {
      if (!(error instanceof ApiError && isSlotError(error.code))) return;
      await reloadData(error.call.changes);
      setSelection({ date, time: null });
    },
  });

  return (
    <FormProvider {...form}>
      <form className="stack-6" onSubmit={(event) => void submit(event)} noValidate>
        <PhoneReservationFields field={field}>
          <fieldset>
            <legend className={cx('strong', styles.legend)}>미팅 일정</legend>
            <MeetingPicker
              choice={choice}
              onDate={chooseDate}
              onTime={(chosen) => setSelection({ date, time: chosen })}
            />
          </fieldset>
        </PhoneReservationFields>
        {submitError !== null && <Notice tone="error">{submitError}</Notice>}
        <div className={cx('stack-1', styles.actions)}>
          <Button type="submit" size="large" isLoading={loading}>
            예약 등록
          </Button>
        </div>
      </form>
    </FormProvider>
  );
};

/** The date and slot in the URL, set by the schedule. */
const readMeeting = (query: URLSearchParams): PartialMeetingTime => {
  const date = query.get('date');
  if (date === null || !isBookableDate(date, new Date())) return { date: null, time: null };
  const time = query.get('time') ?? '';
  return { date, time: isSlot(time) ? time : null };
};

const PhoneReservationPage = () => {
  const [query] = useSearchParams();
  const meeting = readMeeting(query);
  const back =
    meeting.date === null
      ? { to: paths.adminReservations(), label: '예약 목록' }
      : { to: paths.adminSchedule(meeting.date), label: '일정' };
  return (
    <AdminPage isNarrow>
      <AdminHead title="예약 등록" back={back} />
      <PhoneReservationForm meeting={meeting} />
    </AdminPage>
  );
};

export default PhoneReservationPage;
