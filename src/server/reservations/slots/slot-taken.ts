import { appError, type AppError } from '#contract/errors.ts';

/** A hold may end without a reservation, so the message does not say that the slot is booked. */
const SLOT_HELD = '다른 분이 예약하고 있습니다. 다른 시간을 선택해 주세요.';

/** The error of a slot that is booked or blocked, or held by somebody else. */
export const slotTaken = (state: 'TAKEN' | 'HELD'): AppError =>
  state === 'HELD' ? appError('SLOT_TAKEN', { message: SLOT_HELD }) : appError('SLOT_TAKEN');
