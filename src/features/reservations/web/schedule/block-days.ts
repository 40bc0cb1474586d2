import type { ResponseOf } from '#platform/contract/endpoint.ts';
import { addDays, daysBetween, formatDateWithoutYear, isoWeekday } from '#platform/contract/seoul-time.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import type { AdminReservation } from '../../contract/admin-reservations.ts';
import { MAX_HORIZON_DAYS } from '../../contract/bookable-dates.ts';
import { scheduleEndpoints, type Closure } from '../../contract/schedule.ts';
import { SLOT_MESSAGE, type Slot } from '../../contract/slots.ts';
import type { Undoable } from '../undo-notice.tsx';
import { formatWeekday } from './schedule-labels.ts';

export interface BlockDraft {
  /** Sorted. */
  readonly days: readonly string[];
  /** All slots when undefined. */
  readonly timeSlots: Slot[] | undefined;
  /** Blocks the weekdays of `days` every week, each from its first one on. */
  readonly isWeekly: boolean;
  /** The last day of a weekly block; empty without an end. */
  readonly until: string;
  readonly note: string;
}

type SlotsOf = (weekday: number) => readonly Slot[];

const { blockRange, unblockRange, createClosure, deleteClosure, findConflicts } = scheduleEndpoints;

/** Every date from the first day to the last. */
export const fillDays = (days: readonly string[]): string[] => {
  const [first = '', last = first] = [days[0], days.at(-1)];
  return Array.from({ length: first === '' ? 0 : daysBetween(first, last) + 1 }, (_, index) =>
    addDays(first, index),
  );
};

export const hasGap = (days: readonly string[]): boolean => fillDays(days).length > days.length;

const MAX_NAMED_DAYS = 3;

/** `12월 3일(목)` or `12월 3일(목) ~ 12월 9일(수)`; of days that are apart the first three, and how many more there are. */
export const formatDays = (days: readonly string[]): string => {
  const named = days.map(formatDateWithoutYear);
  if (days.length > 1 && !hasGap(days)) return `${named[0]} ~ ${named.at(-1)}`;
  const left = days.length - MAX_NAMED_DAYS;
  return named.slice(0, MAX_NAMED_DAYS).join(', ') + (left > 0 ? ` 외 ${left}일` : '');
};

/** The weekdays of the days, Monday first: `월요일, 수요일`. */
export const formatWeekdays = (days: readonly string[]): string =>
  [...new Set(days.map(isoWeekday))].toSorted().map(formatWeekday).join(', ');

const rangeOf = ({ days, timeSlots }: Pick<BlockDraft, 'days' | 'timeSlots'>) => ({
  from: days[0] ?? '',
  to: days.at(-1) ?? '',
  ...(hasGap(days) && { days: [...days] }),
  timeSlots,
});

/** One closure per weekday that has any of the slots. */
const closuresOf = ({ days, timeSlots, until, note }: BlockDraft, slotsOf: SlotsOf): Omit<Closure, 'id'>[] =>
  [...new Set(days.map(isoWeekday))]
    .map((weekday) => ({
      weekday,
      timeSlots: slotsOf(weekday).filter((slot) => timeSlots?.includes(slot) !== false),
      from: days.find((day) => isoWeekday(day) === weekday) ?? '',
      until: until === '' ? null : until,
      note,
    }))
    .filter((closure) => closure.timeSlots.length > 0);

/** What is missing in the draft; undefined when it can be sent. */
export const findMissing = (draft: BlockDraft, slotsOf: SlotsOf): 'days' | 'timeSlots' | undefined => {
  if (draft.days.length === 0) return 'days';
  const hasTimes = draft.isWeekly ? closuresOf(draft, slotsOf).length > 0 : draft.timeSlots?.length !== 0;
  return hasTimes ? undefined : 'timeSlots';
};

export const missingTexts = { days: '차단할 날짜를 선택해 주세요.', timeSlots: SLOT_MESSAGE } as const;

/** The reservations in the way. Weekly ones are searched for up to `MAX_HORIZON_DAYS` after the first day. */
export const findDraftConflicts = async (
  draft: BlockDraft,
  slotsOf: SlotsOf,
): Promise<AdminReservation[]> => {
  if (!draft.isWeekly) return browserApi.call(findConflicts, { query: rangeOf(draft) });
  const found: AdminReservation[] = [];
  for (const { weekday, timeSlots, from, until } of closuresOf(draft, slotsOf)) {
    const horizon = addDays(from, MAX_HORIZON_DAYS);
    const to = until === null || until > horizon ? horizon : until;
    found.push(...(await browserApi.call(findConflicts, { query: { weekday, timeSlots, from, to } })));
  }
  return found;
};

type BlockResult = Omit<ResponseOf<typeof blockRange>, 'blockedAt'>;

const formatResult = ({ changed, collisions: { length } }: BlockResult): string =>
  `미팅 시간 ${changed}개를 차단했습니다.${length > 0 ? ` 예약 ${length}건은 그대로 두었습니다.` : ''}`;

const UNDONE = '차단을 취소했습니다.';

/** Blocks slots of the days, except those that are booked. */
export const blockOnce = async (
  draft: Pick<BlockDraft, 'days' | 'timeSlots' | 'note'>,
): Promise<Undoable> => {
  const range = rangeOf(draft);
  const { blockedAt, ...result } = await browserApi.call(blockRange, {
    body: { ...range, note: draft.note },
  });
  const undo = async (): Promise<string> => {
    await browserApi.call(unblockRange, { body: { ...range, blockedAt } });
    return UNDONE;
  };
  return { text: formatResult(result), undo };
};

const blockWeekly = async (draft: BlockDraft, slotsOf: SlotsOf): Promise<Undoable> => {
  const made: (BlockResult & { readonly closure: Closure })[] = [];
  const undo = async (): Promise<string> => {
    for (const { closure } of made) await browserApi.call(deleteClosure, { params: { id: closure.id } });
    return UNDONE;
  };
  try {
    for (const body of closuresOf(draft, slotsOf)) made.push(await browserApi.call(createClosure, { body }));
  } catch (error) {
    await undo();
    throw error;
  }
  const changed = made.reduce((sum, result) => sum + result.changed, 0);
  const collisions = made.flatMap((result) => result.collisions);
  return {
    text: `매주 ${made.map(({ closure }) => formatWeekday(closure.weekday)).join(', ')} 정기 휴무를 추가했습니다. ${formatResult({ changed, collisions })}`,
    undo,
  };
};

export const block = (draft: BlockDraft, slotsOf: SlotsOf): Promise<Undoable> =>
  draft.isWeekly ? blockWeekly(draft, slotsOf) : blockOnce(draft);

export const unblock = async (draft: Pick<BlockDraft, 'days' | 'timeSlots'>): Promise<Undoable> => {
  const { changed } = await browserApi.call(unblockRange, { body: rangeOf(draft) });
  return { text: `미팅 시간 ${changed}개의 차단을 해제했습니다.` };
};
