import { create } from 'zustand';
import { HOLD_MINUTES, reservationEndpoints } from '#contract/reservations.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { readSession, subscribeSession } from '#web/auth/session.ts';
import { isSameTime } from './describe-slots.ts';
import type { MeetingTime } from './describe-slots.ts';
import { reportQuietly } from './report-quietly.ts';
import { listenToTabs, tellTabs } from './tab-holds.ts';

/** What this tab knows of the time that is held for its member. */
export type SlotHold =
  | { readonly kind: 'none' }
  /** `endsAt` in milliseconds since 1970, by the clock of this browser. */
  | { readonly kind: 'held'; readonly slot: MeetingTime; readonly endsAt: number }
  /** It was held: its time ran out, or another tab gave it back or holds another. */
  | { readonly kind: 'over'; readonly slot: MeetingTime }
  /** The booking may succeed all the same. `message` is the server's, where it said why. */
  | { readonly kind: 'failed'; readonly slot: MeetingTime; readonly message: string };

const none: SlotHold = { kind: 'none' };

export const useSlotHold = create<SlotHold>()(() => none);

const setHold = (hold: SlotHold): void => useSlotHold.setState(hold, true);

/** Whether this tab's hold, in whichever state, is of this slot. */
export const isHoldOf = (hold: SlotHold, slot: MeetingTime): hold is Exclude<SlotHold, { kind: 'none' }> =>
  hold.kind !== 'none' && isSameTime(hold.slot, slot);

const HOLD = HOLD_MINUTES * 60_000;

let lastEnd = { heldUntil: '', endsAt: 0 };

/** When a hold ends by the clock of this browser. One that is far off takes the whole time: the server decides in the end. */
const endOf = (heldUntil: string): number => {
  // The same hold again, asked for once more: its time goes on.
  if (lastEnd.heldUntil === heldUntil) return lastEnd.endsAt;
  const now = Date.now();
  const left = Date.parse(heldUntil) - now;
  lastEnd = { heldUntil, endsAt: now + (left > 0 && left < HOLD ? left : HOLD) };
  return lastEnd.endsAt;
};

/** Refusals that another time mends. */
const goneCodes = new Set(['SLOT_TAKEN', 'SLOT_PAST', 'DATE_UNAVAILABLE']);
// Whoever has no network shall not wait for it: the form can be filled without a hold.
const PATIENCE = 8_000;

export type HoldAnswer =
  | { readonly kind: 'held' | 'failed' | 'signed-out' }
  | { readonly kind: 'gone'; readonly message: string };

const readFailure = (slot: MeetingTime, error: unknown): HoldAnswer => {
  const { status = 0, code = '', message = '' } = error instanceof ApiError ? error : {};
  // The api has said so and leads to the login.
  if (status === 401) return { kind: 'signed-out' };
  if (goneCodes.has(code)) {
    setHold(none);
    return { kind: 'gone', message };
  }
  setHold({ kind: 'failed', slot, message: status === 409 ? message : '' });
  return { kind: 'failed' };
};

/** Claims the slot for this member for some minutes. What held another slot for them ends. */
export const takeHold = async (slot: MeetingTime): Promise<HoldAnswer> => {
  const { date, time } = slot;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
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

/** Its time has run out. */
export const endHold = (slot: MeetingTime): void => {
  if (isHoldOf(useSlotHold.getState(), slot)) setHold({ kind: 'over', slot });
};

/** The booking has taken its place. */
export const spendHold = (): void => {
  const hold = useSlotHold.getState();
  if (hold.kind === 'held') tellTabs({ kind: 'gone', slot: hold.slot });
  setHold(none);
};

const sendBack = (slot: MeetingTime): void => {
  if (readSession() === null) return;
  tellTabs({ kind: 'gone', slot });
  const { date, time } = slot;
  browserApi
    .call(reservationEndpoints.releaseSlot, { query: { date, time } }, { keepalive: true })
    .then(() => invalidateQueries(reservationEndpoints.availability))
    // It ends by itself.
    .catch((error: unknown) => reportQuietly('slot hold', error));
};

/** Gives the slot back before its time. */
export const giveBackHold = (): void => {
  const hold = useSlotHold.getState();
  setHold(none);
  if (hold.kind === 'held') sendBack(hold.slot);
};

/** While the tab closes, or goes to another site. Should the browser bring the page back, it holds the slot anew. */
export const giveBackOnClose = (): (() => void) => {
  const leave = (): void => {
    const hold = useSlotHold.getState();
    if (hold.kind === 'held') sendBack(hold.slot);
  };
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    const hold = useSlotHold.getState();
    if (persisted && hold.kind === 'held') void takeHold(hold.slot);
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
  };
};

// What was held for whoever has left is not the next one's.
subscribeSession(() => {
  if (readSession() === null) setHold(none);
});

listenToTabs((news) => {
  const hold = useSlotHold.getState();
  if (hold.kind !== 'held') return;
  const isSame = isSameTime(hold.slot, news.slot);
  if (news.kind === 'held' && isSame) setHold({ ...hold, endsAt: news.endsAt });
  // A member holds one slot at a time.
  else if (news.kind === 'held' || isSame) setHold({ kind: 'over', slot: hold.slot });
});
