import { Copy, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { weekdayNames } from '#features/reservations/contract/meeting-hours.ts';
import {
  DAY_MINUTES,
  SLOT_STEP_MINUTES,
  defaultSlots,
  formatMinutes,
  formatSlot,
  isSlot,
  overlaps,
  slotEnd,
  sortSlots,
  toSlot,
  type Slot,
} from '#features/reservations/contract/slots.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Dialog } from '#platform/web/ui/dialog/dialog.tsx';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import styles from './slots-field.module.css';

const HOUR = 60;
const WORKDAY_START = 9 * HOUR;

const grid = Array.from({ length: DAY_MINUTES / SLOT_STEP_MINUTES + 1 }, (_, step) => {
  const minutes = step * SLOT_STEP_MINUTES;
  return { value: String(minutes), label: formatMinutes(minutes) };
});

/** The hour after the last slot, or the last hour of the day at the latest; without slots the first of a workday. */
const suggestSlot = (slots: readonly Slot[]): { start: number; end: number } => {
  const last = slots.at(-1);
  const start = Math.min(last === undefined ? WORKDAY_START : slotEnd(last), DAY_MINUTES - HOUR);
  return { start, end: start + HOUR };
};

/** The slots with which a closed weekday opens: those it had, else those of the nearest open weekday, else those of a new studio. */
export const slotsToOpen = (
  before: readonly Slot[],
  day: number,
  week: readonly (readonly Slot[])[],
): readonly Slot[] => {
  const distance = (index: number): number => Math.abs(index - day);
  const nearest = [...week.keys()].toSorted((one, other) => distance(one) - distance(other));
  const candidates = [before, ...nearest.map((index) => week[index] ?? [])];
  return candidates.find(({ length }) => length > 0) ?? defaultSlots;
};

const describeOverlap = (slot: Slot, slots: readonly Slot[]): string | undefined => {
  const taken = slots.find((other) => overlaps(slot, other));
  return taken && `${formatSlot(taken)} 시간과 겹칩니다.`;
};

interface AddSlotDialogProps {
  readonly title: string;
  readonly slots: readonly Slot[];
  readonly onAdd: (slot: Slot) => void;
  readonly onClose: () => void;
}

/** A modal dialog, so that nothing is published while a time is not added yet. It has no form, because forms cannot be nested. */
const AddSlotDialog = ({ title, slots, onAdd, onClose }: AddSlotDialogProps) => {
  const [{ start, end }, setTimes] = useState(() => suggestSlot(slots));
  const [error, setError] = useState<string>();
  const length = end - start;

  const add = (): void => {
    const slot = toSlot(start, end);
    const defect = isSlot(slot)
      ? describeOverlap(slot, slots)
      : '끝나는 시간을 시작하는 시간보다 늦게 정해 주세요.';
    setError(defect);
    if (defect === undefined) onAdd(slot);
  };

  return (
    <Dialog
      title={title}
      closeLabel="닫기"
      onClose={onClose}
      isSheet
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            취소
          </Button>
          <Button onClick={add}>추가</Button>
        </>
      }
    >
      <div className={cx('stack-3', styles.form)}>
        <Select
          label="시작"
          value={String(start)}
          options={grid.slice(0, -1)}
          onChange={(value) =>
            setTimes({ start: Number(value), end: Math.min(Number(value) + length, DAY_MINUTES) })
          }
        />
        <Select
          label="끝"
          value={String(end)}
          options={grid.slice(1)}
          onChange={(value) => setTimes({ start, end: Number(value) })}
        />
      </div>
      {error !== undefined && (
        <p role="alert" className="error small">
          {error}
        </p>
      )}
    </Dialog>
  );
};

/** Scrolls to the weekday that the address names, because it is rendered after the browser has looked for it. */
const scrollToTarget = (element: HTMLElement | null): void => {
  if (element !== null && location.hash === `#${element.id}`) element.scrollIntoView();
};

/** One weekday of the week's grid: a switch, and a button for each slot that any weekday has or had before the form was changed. */
export const SlotsField = ({ label, path }: { label: string; path: string }) => {
  const { field, fieldState } = useController({ name: path });
  const { setValue, setError, clearErrors } = useFormContext();
  const { defaultValues } = useFormState();
  const week = useWatch({ name: weekdayNames }) as readonly (readonly Slot[])[];
  const [isAdding, setIsAdding] = useState(false);
  const slots = field.value as readonly Slot[];
  const before = useRef(slots);
  const earlier = weekdayNames.flatMap((name) => (defaultValues?.[name] ?? []) as Slot[]);

  const change = (next: readonly Slot[]): void => {
    if (next.length === 0) before.current = slots;
    clearErrors(path);
    field.onChange(next);
  };
  const toggle = (slot: Slot): void => {
    if (slots.includes(slot)) return change(slots.filter((other) => other !== slot));
    const message = describeOverlap(slot, slots);
    if (message === undefined) change(sortSlots([...slots, slot]));
    else setError(path, { message });
  };
  const day = weekdayNames.findIndex((name) => name === path);

  return (
    <div className={cx('ruled', styles.day)} role="group" aria-label={label} id={path} ref={scrollToTarget}>
      <Checkbox
        isSwitch
        label={label}
        checked={slots.length > 0}
        onChange={() => change(slots.length > 0 ? [] : slotsToOpen(before.current, day, week))}
      />
      <div className={cx('stack-1', styles.slots)}>
        {sortSlots([...earlier, ...week.flat()]).map((slot) => (
          <button
            key={slot}
            type="button"
            className={cx('small tabular nowrap', styles.slot)}
            aria-pressed={slots.includes(slot)}
            onClick={() => toggle(slot)}
          >
            {formatSlot(slot)}
          </button>
        ))}
        <div className="row-1 middle">
          <Button
            variant="icon"
            aria-label={`${label} 시간 추가`}
            title="시간 추가"
            onClick={() => setIsAdding(true)}
          >
            <Plus size={20} aria-hidden="true" />
          </Button>
          {slots.length === 0 ? (
            <span className="note">휴무</span>
          ) : (
            <Button
              variant="icon"
              aria-label={`모든 요일을 ${label}과 같게`}
              title="모든 요일을 이날과 같게"
              onClick={() => {
                clearErrors([...weekdayNames]);
                for (const other of weekdayNames)
                  if (other !== path) setValue(other, [...slots], { shouldDirty: true });
              }}
            >
              <Copy size={18} aria-hidden="true" />
            </Button>
          )}
        </div>
      </div>
      {fieldState.error !== undefined && (
        <p role="alert" className={cx('error small', styles.error)}>
          {fieldState.error.message ?? fieldState.error.root?.message}
        </p>
      )}
      {isAdding && (
        <AddSlotDialog
          title={`${label} 시간 추가`}
          slots={slots}
          onAdd={(slot) => {
            change(sortSlots([...slots, slot]));
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </div>
  );
};
