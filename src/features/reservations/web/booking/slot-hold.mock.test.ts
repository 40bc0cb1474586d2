import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errors, type ErrorCode } from '#platform/contract/errors.ts';
import type { ApiError as ApiErrorType } from '#platform/web/client/api/api.ts';
import { slotErrors } from '../../contract/reservations.ts';
import type { MeetingTime } from '../describe-slots.ts';

const call = vi.hoisted(() =>
  vi.fn<(endpoint: { method: string }, ...rest: unknown[]) => Promise<unknown>>(),
);
const session = vi.hoisted(() => ({ current: {} as object | null, end: () => undefined as void }));
vi.mock('#platform/web/client/api/browser-api.ts', () => ({ browserApi: { call } }));
vi.mock('#platform/web/client/api/session.ts', () => ({
  readSession: () => session.current,
  subscribeSession: (listener: () => void) => {
    session.end = listener;
  },
}));

const slot: MeetingTime = { date: '2026-11-24', time: '12-13' };
const now = Date.parse('2026-11-20T00:00:00Z');
const MINUTE = 60_000;

let ApiError: typeof ApiErrorType;

const load = async () => {
  vi.resetModules();
  ({ ApiError } = await import('#platform/web/client/api/api.ts'));
  const { useSlotHold, ...rest } = await import('./slot-hold.ts');
  return { ...rest, getHold: useSlotHold.getState };
};

const answerUntil = (moment: number): void => {
  call.mockResolvedValueOnce({ ...slot, heldUntil: new Date(moment).toISOString(), minutes: 10 });
};
const refuseWith = (code: ErrorCode): void => {
  const { status, message } = errors[code];
  call.mockRejectedValueOnce(new ApiError(status, { code, message }));
};

describe('a slot hold in the browser', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now, toFake: ['Date'] });
    call.mockReset();
    session.current = {};
    return () => vi.useRealTimers();
  });

  it('a hold ends as the server says, converted to the browser’s clock', async () => {
    const { getHold, acquireHold: takeHold } = await load();
    answerUntil(now + 7 * MINUTE);
    expect(await takeHold(slot)).toEqual({ kind: 'held' });
    expect(getHold()).toEqual({ kind: 'held', slot, expiresAt: now + 7 * MINUTE });
  });

  it.each([
    ['a day behind', now + 24 * 60 * MINUTE],
    ['a day ahead', now - 24 * 60 * MINUTE],
  ])('takes the whole time where that clock is %s, once', async (_, heldUntil) => {
    const { getHold, acquireHold: takeHold } = await load();
    answerUntil(heldUntil);
    await takeHold(slot);
    expect(getHold()).toMatchObject({ expiresAt: now + 10 * MINUTE });
    vi.setSystemTime(now + 4 * MINUTE);
    answerUntil(heldUntil);
    await takeHold(slot);
    expect(getHold()).toMatchObject({ expiresAt: now + 10 * MINUTE });
  });

  it.each(slotErrors)('the error %s of a hold requires another time', async (code) => {
    const { getHold, acquireHold: takeHold } = await load();
    refuseWith(code);
    expect(await takeHold(slot)).toEqual({ kind: 'gone', message: errors[code].message });
    expect(getHold()).toEqual({ kind: 'none' });
  });

  it('a failed hold does not block the form: a limit is shown, a network error is not', async () => {
    const { getHold, acquireHold: takeHold } = await load();
    refuseWith('BOOKING_LIMIT');
    expect(await takeHold(slot)).toEqual({ kind: 'failed' });
    expect(getHold()).toEqual({ kind: 'failed', slot, message: errors.BOOKING_LIMIT.message });
    for (const failure of [
      new ApiError(0, {}),
      new ApiError(503, {}),
      new DOMException('', 'TimeoutError'),
    ]) {
      call.mockRejectedValueOnce(failure);
      expect(await takeHold(slot)).toEqual({ kind: 'failed' });
      expect(getHold()).toEqual({ kind: 'failed', slot, message: '' });
    }
  });

  it('a guest without a hold goes on, whatever the reason, and holds the slot after a login', async () => {
    const { getHold, acquireHold: takeHold } = await load();
    session.current = null;
    for (const code of ['HOLD_REFUSED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'] as const) {
      refuseWith(code);
      expect(await takeHold(slot)).toEqual({ kind: 'failed' });
      expect(getHold()).toEqual({ kind: 'unheld', slot });
    }
    session.current = {};
    answerUntil(now + 10 * MINUTE);
    expect(await takeHold(slot)).toEqual({ kind: 'held' });
    expect(getHold()).toMatchObject({ kind: 'held' });
  });

  it.each([
    ['a member', {}],
    ['a guest', null],
  ])('a hold of %s is released once, even while the page is being left', async (_, current) => {
    session.current = current;
    const { getHold, releaseHold: giveBackHold, acquireHold: takeHold } = await load();
    answerUntil(now + 10 * MINUTE);
    await takeHold(slot);
    call.mockResolvedValueOnce(undefined);
    giveBackHold();
    giveBackHold();
    expect(getHold()).toEqual({ kind: 'none' });
    expect(call).toHaveBeenCalledTimes(2);
    expect(call).toHaveBeenLastCalledWith(
      expect.objectContaining({ method: 'DELETE' }),
      { query: slot },
      { keepalive: true },
    );
  });

  it('a booked hold is not released, and a logout drops it', async () => {
    const {
      getHold,
      releaseHold: giveBackHold,
      consumeHold: spendHold,
      acquireHold: takeHold,
    } = await load();
    answerUntil(now + 10 * MINUTE);
    await takeHold(slot);
    spendHold();
    giveBackHold();
    expect(call).toHaveBeenCalledOnce();

    answerUntil(now + 10 * MINUTE);
    await takeHold(slot);
    session.current = null;
    session.end();
    expect(getHold()).toEqual({ kind: 'none' });
  });
});
