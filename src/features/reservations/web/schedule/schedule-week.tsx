import {
  DndContext,
  MouseSensor,
  TouchSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { CSS, useCombinedRefs } from '@dnd-kit/utilities';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import {
  addDays,
  formatDateWithoutYear,
  formatNearDate,
  isoWeekday,
  weekdayOf,
} from '#platform/contract/seoul-time.ts';
import { mouseDrag, touchDrag } from '#platform/web/client/drag-starts.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import type { ScheduleDay } from '../../contract/schedule.ts';
import { moveReservation } from '../admin/move-reservation.ts';
import type { Undoable } from '../undo-notice.tsx';
import { blockOnce, unblock } from './block-days.ts';
import { canMove, isFree, listWeekSlots, markSlots, type WeekSlot } from './mark-slots.ts';
import { formatClosure } from './schedule-labels.ts';
import { SlotRow } from './slot-row.tsx';
import { describeScheduleFailure, useChangesInTurn, useSchedule } from './use-schedule.ts';
import rows from './schedule-day-panel.module.css';
import styles from './schedule-week.module.css';

interface WeekSlotRowProps extends WeekSlot {
  /** The drag under way changes this slot. */
  readonly isMarked: boolean;
  readonly onPress: (state: 'BLOCKED' | 'FREE') => void;
}

/** A slot that can be dragged if it is free or its reservation can be moved. */
const WeekSlotRow = ({ isMarked, onPress, ...weekSlot }: WeekSlotRowProps) => {
  const { id, date, slot } = weekSlot;
  const isDraggable = canMove(weekSlot) || isFree(weekSlot);
  const { listeners, setNodeRef, transform, isDragging } = useDraggable({ id, disabled: !isDraggable });
  const { setNodeRef: setDropRef } = useDroppable({ id, disabled: slot.isPast });
  const ref = useCombinedRefs<HTMLElement | null>(setNodeRef, setDropRef);
  const drag = {
    'data-marked': isMarked || undefined,
    'data-dragging': (isDragging && slot.reservation !== null) || undefined,
  };
  const style = slot.reservation === null ? undefined : { transform: CSS.Translate.toString(transform) };
  return (
    <SlotRow
      date={date}
      slot={slot}
      onPress={onPress}
      namesDate
      attributes={{ ref, style, ...drag, ...listeners }}
    />
  );
};

/** The known days of a week, which may be in two months; undefined while none are. */
const useWeek = (monday: string) => {
  const sunday = addDays(monday, 6);
  const first = useSchedule(monthOf(monday));
  const last = useSchedule(monthOf(sunday));
  const months = monthOf(monday) === monthOf(sunday) ? [first] : [first, last];
  const days = months.flatMap((month) => month.days ?? []);
  return {
    days: days.length === 0 ? undefined : days.filter(({ date }) => monday <= date && date <= sunday),
    failed: months.find(({ hasFailed }) => hasFailed),
  };
};

/** The dialogs do by keyboard what a drag does. */
const silent = {
  screenReaderInstructions: { draggable: '' },
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
};

interface ScheduleWeekProps {
  readonly date: string;
  readonly today: string;
  readonly onDate: (date: string) => void;
  readonly onDone: (done: Undoable) => void;
  /** Replaces the week when none of it can be loaded. */
  readonly children: ReactNode;
}

export const ScheduleWeek = ({ date: shown, today, onDate, onDone, children }: ScheduleWeekProps) => {
  const monday = addDays(shown, 1 - isoWeekday(shown));
  const { days, failed } = useWeek(monday);
  const studio = useStudio();
  const changeInTurn = useChangesInTurn();
  const [marked, setMarked] = useState<readonly WeekSlot[]>([]);
  const sensors = useSensors(useSensor(MouseSensor, mouseDrag), useSensor(TouchSensor, touchDrag));
  const slots = listWeekSlots(days ?? []);

  const change = (request: () => Promise<Undoable>): void =>
    void changeInTurn(async () => onDone(await request()));
  const press = ({ date, slot }: WeekSlot, state: 'BLOCKED' | 'FREE'): void => {
    const draft = { days: [date], timeSlots: [slot.time], note: '' };
    change(() => (state === 'BLOCKED' ? blockOnce(draft) : unblock(draft)));
  };
  const find = (id?: UniqueIdentifier): WeekSlot | undefined => slots.find((slot) => slot.id === id);
  const mark = (from?: WeekSlot, to?: WeekSlot): readonly WeekSlot[] =>
    from === undefined || to === undefined ? [] : markSlots(slots, from, to);
  const drop = (from?: WeekSlot, to?: WeekSlot): void => {
    setMarked([]);
    const chosen = mark(from, to);
    const [first] = chosen;
    if (from === undefined || first === undefined) return;
    const { reservation } = from.slot;
    const draft = {
      days: [...new Set(chosen.map(({ date }) => date))],
      timeSlots: [...new Set(chosen.map(({ slot }) => slot.time))],
      note: '',
    };
    change(() =>
      reservation === null
        ? blockOnce(draft)
        : moveReservation(reservation, { date: first.date, time: first.slot.time }, studio),
    );
  };

  if (failed !== undefined && days === undefined) return children;
  return (
    <section className="stack-4 fit" aria-labelledby="week-title">
      <div className="row-3 middle">
        <Button variant="icon" aria-label="이전 주" onClick={() => onDate(addDays(monday, -7))}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <h2 id="week-title">
          {formatNearDate(monday, today)} ~ {formatDateWithoutYear(addDays(monday, 6))}
        </h2>
        <Button variant="icon" aria-label="다음 주" onClick={() => onDate(addDays(monday, 7))}>
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
      </div>
      <p className={cx('note', styles.hint)}>빈 시간을 끌면 차단하고, 예약을 끌면 일정을 변경합니다.</p>
      {failed !== undefined && (
        <LoadFailure error={failed.error} describe={describeScheduleFailure} onRetry={failed.reload} />
      )}
      {days === undefined && <Skeleton label="일정을 불러오는 중입니다." shape="row" count={5} />}
      <DndContext
        sensors={sensors}
        collisionDetection={pointerWithin}
        accessibility={silent}
        onDragOver={({ active, over }) => setMarked(mark(find(active.id), find(over?.id)))}
        onDragEnd={({ active, over }) => drop(find(active.id), find(over?.id))}
        onDragCancel={() => setMarked([])}
      >
        <ol className={cx('stack-6', styles.week)}>
          {days?.map((day) => (
            <li key={day.date}>
              <WeekDayHead day={day} today={today} />
              <WeekDaySlots day={day} marked={marked} onPress={press} />
            </li>
          ))}
        </ol>
      </DndContext>
    </section>
  );
};

const WeekDayHead = ({ day: { date, holiday }, today }: { day: ScheduleDay; today: string }) => (
  <h3 className={cx('row-2 wrap medium', styles.dayTitle)} data-holiday={holiday !== null || undefined}>
    <Link to={paths.adminSchedule(date, 'day')} aria-current={date === today ? 'date' : undefined}>
      {weekdayOf(date)} <span className="tabular">{Number(date.slice(8))}</span>
    </Link>
    {holiday !== null && <span className="note">{holiday}</span>}
  </h3>
);

interface WeekDaySlotsProps {
  readonly day: ScheduleDay;
  readonly marked: readonly WeekSlot[];
  readonly onPress: (slot: WeekSlot, state: 'BLOCKED' | 'FREE') => void;
}

const WeekDaySlots = ({ day, marked, onPress }: WeekDaySlotsProps) => {
  const closure = formatClosure(day);
  if (closure !== undefined) return <p className={cx('small', styles.closure)}>{closure}</p>;
  return (
    <ul className={rows.rows}>
      {listWeekSlots([day]).map((slot) => (
        <WeekSlotRow
          key={slot.id}
          {...slot}
          isMarked={marked.some(({ id }) => id === slot.id)}
          onPress={(state) => onPress(slot, state)}
        />
      ))}
    </ul>
  );
};
