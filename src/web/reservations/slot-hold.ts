import { create } from 'zustand';
import { HOLD_MINUTES, reservationEndpoints } from '#contract/reservations.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { readSession, subscribeSession } from '#web/auth/session.ts';
import { isSameTime, timeRefusals } from './describe-slots.ts';
import type { MeetingTime } from './describe-slots.ts';
import { reportQuietly } from './report-quietly.ts';

/** The slot hold as far as this tab knows. */
export type SlotHold =
  | { readonly kind: 'none' }
  /** `endsAt` in milliseconds since 1970, by the clock of this browser; it may have passed. */
  | { readonly kind: 'held'; readonly slot: MeetingTime; readonly endsAt: number }
  /** Another tab gave it back or holds another. */
  | { readonly kind: 'over'; readonly slot: MeetingTime }
  /** Booking may still succeed. `message` is the server's, or empty. */
  | { readonly kind: 'failed'; readonly slot: MeetingTime; readonly message: string };

/** What a tab tells the others: it holds this slot, or holds it no longer. */
type HoldNews =
  | { readonly kind: 'held'; readonly slot: MeetingTime; readonly endsAt: number }
  | { readonly kind: 'gone'; readonly slot: MeetingTime };

// The server has no tabs.
const channel = typeof document === 'undefined' ? null : new BroadcastChannel('sajingwan-slot-hold');
const tellTabs = (news: HoldNews): void => channel?.postMessage(news);

const none: SlotHold = { kind: 'none' };

export const useSlotHold = create<SlotHold>()(() => none);

const setHold = (hold: SlotHold): void => useSlotHold.setState(hold, true);

/** Whether a hold, in any state, is of this slot. */
export const isHoldOf = (hold: SlotHold, slot: MeetingTime): hold is Exclude<SlotHold, { kind: 'none' }> =>
  hold.kind !== 'none' && isSameTime(hold.slot, slot);

const HOLD = HOLD_MINUTES * 60_000;

let lastEnd = { heldUntil: '', endsAt: 0 };

/** When a hold ends, by this browser's clock. If that clock is far off, the whole time is shown: the server decides. */
const endOf = (heldUntil: string): number => {
  // The same hold, asked for again.
  if (lastEnd.heldUntil === heldUntil) return lastEnd.endsAt;
  const now = Date.now();
  const left = Date.parse(heldUntil) - now;
  lastEnd = { heldUntil, endsAt: now + (left > 0 && left < HOLD ? left : HOLD) };
  return lastEnd.endsAt;
};

// The form can be filled without a hold, so a slow network does not block it for longer.
const HOLD_TIMEOUT_MS = 8_000;

export type HoldAnswer =
  | { readonly kind: 'held' | 'failed' | 'signed-out' }
  | { readonly kind: 'gone'; readonly message: string };

const readFailure = (slot: MeetingTime, error: unknown): HoldAnswer => {
  const { status = 0, code = '', message = '' } = error instanceof ApiError ? error : {};
  // browserApi shows the alert and leads to the login.
  if (status === 401) return { kind: 'signed-out' };
  if (timeRefusals.has(code)) {
    setHold(none);
    return { kind: 'gone', message };
  }
  setHold({ kind: 'failed', slot, message: status === 409 ? message : '' });
  return { kind: 'failed' };
};

/** Holds the slot for this member for some minutes. Their hold of another slot ends. */
export const takeHold = async (slot: MeetingTime): Promise<HoldAnswer> => {
  const { date, time } = slot;
  try {
    const signal = AbortSignal.timeout(HOLD_TIMEOUT_MS);
    const body = { date, time };
    const { heldUntil } = await browserApi.call(reservationEndpoints.holdSlot, { body }, { signal });
    const endsAt = endOf(heldUntil);
    setHold({ kind: 'held', slot: body, endsAt });
    tellTabs({ kind: 'held', slot: body, endsAt });
    return { kind: 'held' };
  } catch (error) {
    return readFailure({ date, time }, error);
  } finally {
    void invalidateQueries(reservationEndpoints.availability);
  }
};

/** Drops the hold once its slot is booked. */
export const spendHold = (): void => {
  const hold = useSlotHold.getState();
  if (hold.kind === 'held') tellTabs({ kind: 'gone', slot: hold.slot });
  setHold(none);
};

/** Releases the held slot on the server; this tab still shows it as held. */
export const sendBackHold = (): void => {
  const hold = useSlotHold.getState();
  if (hold.kind !== 'held' || readSession() === null) return;
  const { date, time } = hold.slot;
  tellTabs({ kind: 'gone', slot: hold.slot });
  browserApi
    .call(reservationEndpoints.releaseSlot, { query: { date, time } }, { keepalive: true })
    .then(() => invalidateQueries(reservationEndpoints.availability))
    // The server ends the hold in any case.
    .catch((error: unknown) => reportQuietly('slot hold', error));
};

/** Gives the slot back before its time. */
export const giveBackHold = (): void => {
  sendBackHold();
  setHold(none);
};

// The next member at this browser does not own the hold.
subscribeSession(() => {
  if (readSession() === null) setHold(none);
});

channel?.addEventListener('message', ({ data: news }: MessageEvent<HoldNews>) => {
  const hold = useSlotHold.getState();
  if (hold.kind !== 'held') return;
  const isSame = isSameTime(hold.slot, news.slot);
  if (news.kind === 'held' && isSame) setHold({ ...hold, endsAt: news.endsAt });
  // A member holds one slot at a time.
  else if (news.kind === 'held' || isSame) setHold({ kind: 'over', slot: hold.slot });
});
