import { create } from 'zustand';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { readSession, subscribeSession } from '#platform/web/client/api/session.ts';
import { logError } from '#platform/web/client/log-error.ts';
import { isSlotError, reservationEndpoints, type SlotHold as HeldSlot } from '../../contract/reservations.ts';
import { isSameMeeting, type MeetingTime } from '../describe-slots.ts';

/** The state of the slot hold in this tab. */
export type SlotHold =
  | { readonly kind: 'none' }
  /** `expiresAt` in milliseconds since 1970, by the clock of this browser; it may have passed. */
  | { readonly kind: 'held'; readonly slot: MeetingTime; readonly expiresAt: number }
  /** The hold has expired, or another tab ended it or holds another slot. */
  | { readonly kind: 'over'; readonly slot: MeetingTime }
  /** Booking may still succeed. `message` is the server's, or empty. */
  | { readonly kind: 'failed'; readonly slot: MeetingTime; readonly message: string }
  /** The slot could not be held for a guest, who goes on without a hold. */
  | { readonly kind: 'unheld'; readonly slot: MeetingTime };

/** The message to other tabs: this tab holds the slot, or no longer holds it. */
type HoldMessage =
  | { readonly kind: 'held'; readonly slot: MeetingTime; readonly expiresAt: number }
  | { readonly kind: 'gone'; readonly slot: MeetingTime };

// Not opened during server rendering, where there are no tabs.
const channel = typeof document === 'undefined' ? null : new BroadcastChannel('sajingwan-slot-hold');
const broadcastHold = (news: HoldMessage): void => channel?.postMessage(news);

const none: SlotHold = { kind: 'none' };

export const useSlotHold = create<SlotHold>()(() => none);

const setHold = (hold: SlotHold): void => useSlotHold.setState(hold, true);

/** Whether a hold, in any state, is for this slot. */
export const isHoldOf = (hold: SlotHold, slot: MeetingTime): hold is Exclude<SlotHold, { kind: 'none' }> =>
  hold.kind !== 'none' && isSameMeeting(hold.slot, slot);

let lastEnd = { heldUntil: '', expiresAt: 0 };

/** When a hold ends, by this browser's clock. If that clock is far off, the whole time is shown: the server decides. */
const localHoldEnd = ({ heldUntil, minutes }: Pick<HeldSlot, 'heldUntil' | 'minutes'>): number => {
  // The same hold was requested again.
  if (lastEnd.heldUntil === heldUntil) return lastEnd.expiresAt;
  const now = Date.now();
  const [left, whole] = [Date.parse(heldUntil) - now, minutes * 60_000];
  lastEnd = { heldUntil, expiresAt: now + (left > 0 && left < whole ? left : whole) };
  return lastEnd.expiresAt;
};

// The form can be filled without a hold, so a slow network does not block it for longer.
const HOLD_TIMEOUT_MS = 8_000;

export type HoldResult =
  | { readonly kind: 'held' | 'failed' | 'signed-out' }
  | { readonly kind: 'gone'; readonly message: string };

const toHoldResult = (slot: MeetingTime, error: unknown): HoldResult => {
  const { status = 0, code = '', message = '' } = error instanceof ApiError ? error : {};
  // Usually browserApi has shown an alert and leads to the login.
  if (status === 401) return { kind: 'signed-out' };
  if (isSlotError(code)) {
    setHold(none);
    return { kind: 'gone', message };
  }
  setHold(
    readSession() === null
      ? { kind: 'unheld', slot }
      : { kind: 'failed', slot, message: status === 409 ? message : '' },
  );
  return { kind: 'failed' };
};

/** Holds the slot for this member or guest for some minutes. A success ends their hold of another slot. */
export const acquireHold = async ({ date, time }: MeetingTime): Promise<HoldResult> => {
  const slot = { date, time };
  const { holdSlot, holdSlotAsGuest } = reservationEndpoints;
  try {
    const endpoint = readSession() === null ? holdSlotAsGuest : holdSlot;
    const signal = AbortSignal.timeout(HOLD_TIMEOUT_MS);
    const expiresAt = localHoldEnd(await browserApi.call(endpoint, { body: slot }, { signal }));
    const hold = { kind: 'held', slot, expiresAt } as const;
    setHold(hold);
    broadcastHold(hold);
    return { kind: 'held' };
  } catch (error) {
    void reloadData(holdSlot.changes);
    return toHoldResult(slot, error);
  }
};

/** Drops the hold once its slot is booked. */
export const consumeHold = (): void => {
  const hold = useSlotHold.getState();
  if (hold.kind === 'held') broadcastHold({ kind: 'gone', slot: hold.slot });
  setHold(none);
};

/** Releases the held slot on the server; this tab still shows it as held. */
export const releaseHoldOnServer = (): void => {
  const hold = useSlotHold.getState();
  if (hold.kind !== 'held') return;
  const { date, time } = hold.slot;
  broadcastHold({ kind: 'gone', slot: hold.slot });
  browserApi
    .call(reservationEndpoints.releaseHold, { query: { date, time } }, { keepalive: true })
    // The hold expires in any case.
    .catch((error: unknown) => logError('slot hold', error));
};

/** Releases the held slot, if any, and resets the state of this tab. */
export const releaseHold = (): void => {
  releaseHoldOnServer();
  setHold(none);
};

// The next member in this browser does not own the hold.
subscribeSession(() => {
  if (readSession() === null) setHold(none);
});

channel?.addEventListener('message', ({ data: news }: MessageEvent<HoldMessage>) => {
  const hold = useSlotHold.getState();
  if (hold.kind !== 'held') return;
  const isSame = isSameMeeting(hold.slot, news.slot);
  if (news.kind === 'held' && isSame) setHold({ ...hold, expiresAt: news.expiresAt });
  // A member or guest holds one slot at a time.
  else if (news.kind === 'held' || isSame) setHold({ kind: 'over', slot: hold.slot });
});
