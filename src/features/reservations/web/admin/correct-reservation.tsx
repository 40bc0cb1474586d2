import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useStudio } from '#core/content/web/use-studio.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { dataReloaded } from '#platform/web/client/api/data-changes.ts';
import { FormDialog } from '#platform/web/client/forms/form-dialog.tsx';
import { useApiForm } from '#platform/web/client/forms/use-api-form.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button } from '#platform/web/ui/button.tsx';
import {
  adminReservationEndpoints,
  phoneReservationCorrection,
  type ReservationDetail,
} from '../../contract/admin-reservations.ts';
import { isPastSlot } from '../../contract/bookable-dates.ts';
import { factNames, PhoneReservationFields } from './phone-reservation-fields.tsx';

interface CorrectionDialogProps {
  readonly reservation: ReservationDetail;
  readonly onClose: () => void;
}

const CorrectionDialog = ({ reservation, onClose }: CorrectionDialogProps) => {
  const { id, memberName: guestName, phoneNumber, shootType } = reservation;
  const { desiredShootDate, location, notes, state, date, time } = reservation;
  const isUpcoming = !isPastSlot(date, time, useNow());
  const isTold = useStudio().codeDelivery !== 'NONE' && state === 'BOOKED' && isUpcoming;
  const [shown] = useState({
    guestName,
    phoneNumber: phoneNumber ?? undefined,
    shootType,
    desiredShootDate,
    location,
    notes,
  });
  const { form, field, submit, loading, submitError } = useApiForm({
    schema: phoneReservationCorrection,
    defaultValues: shown,
    names: factNames,
    send: async (body) => {
      await browserApi.call(adminReservationEndpoints.correctPhoneReservation, {
        params: { id },
        body: { ...body, seen: shown },
      });
      await dataReloaded();
      onClose();
    },
  });
  return (
    <FormDialog
      title="예약 정보 수정"
      submitLabel="저장"
      isWide
      isRunning={loading}
      failure={submitError ?? undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <PhoneReservationFields
          field={field}
          {...(isTold && { phoneHint: '휴대폰 번호를 변경하면 새 번호로 예약 안내 문자를 보냅니다.' })}
        />
      </FormProvider>
    </FormDialog>
  );
};

/** Corrects what the studio entered for a customer without an account. */
export const CorrectReservation = ({ reservation }: { reservation: ReservationDetail }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        정보 수정
      </Button>
      {isOpen && <CorrectionDialog reservation={reservation} onClose={() => setIsOpen(false)} />}
    </div>
  );
};
