import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { weekdayNames } from '#features/reservations/contract/meeting-hours.ts';
import {
  DAY_MINUTES,
  SLOT_STEP_MINUTES,
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

interface SlotFormProps {
  readonly day: string;
  readonly path: string;
  readonly slots: readonly Slot[];
  readonly onAdd: (slot: Slot) => void;
  readonly onClose: () => void;
}

const SlotForm = ({ day, path, slots, onAdd, onClose }: SlotFormProps) => {
  const [{ start, end }, setTimes] = useState(() => suggestSlot(slots));
  const [error, setError] = useState<string>();
  const length = end - start;

  const add = (): void => {
    const slot = toSlot(start, end);
    const taken = slots.find((other) => overlaps(slot, other));
    if (!isSlot(slot)) setError('끝나는 시간을 시작하는 시간보다 늦게 정해 주세요.');
    else if (taken !== undefined) setError(`${formatSlot(taken)} 시간과 겹칩니다.`);
    else onAdd(slot);
  };

  return (
    <div className={styles.form} role="group" aria-label={`${day} 시간 추가`} data-open-slot-form={path}>
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
      {error !== undefined && (
        <p role="alert" className={cx('error small', styles.wide)}>
          {error}
        </p>
      )}
      <div className={cx('row-2 wrap', styles.wide)}>
        <Button variant="secondary" onClick={add}>
          추가
        </Button>
        <Button variant="quiet" onClick={onClose}>
          취소
        </Button>
      </div>
    </div>
  );
};

const NOT_ADDED = '아직 추가하지 않은 시간입니다. ‘추가’나 ‘취소’를 먼저 눌러 주세요.';

/**
 * Shows an error on every open form of a new time, because its time would not be saved, and focuses the first. Returns whether there was
 * one.
 */
export const refuseOpenSlotForms = (
  page: HTMLElement | null,
  setError: (path: string, error: { readonly message: string }) => void,
): boolean => {
  const open = [...(page?.querySelectorAll<HTMLElement>('[data-open-slot-form]') ?? [])];
  for (const { dataset } of open) setError(dataset['openSlotForm'] ?? '', { message: NOT_ADDED });
  open[0]?.querySelector('select')?.focus();
  return open.length > 0;
};

/** Scrolls to the weekday that the address names, because it is rendered after the browser has looked for it. */
const scrollToTarget = (element: HTMLElement | null): void => {
  if (element !== null && location.hash === `#${element.id}`) element.scrollIntoView();
};

/** The slots of one weekday. */
export const SlotsField = ({ label, path }: { label: string; path: string }) => {
  const { field, fieldState } = useController({ name: path });
  const { setValue, clearErrors } = useFormContext();
  const [isAdding, setIsAdding] = useState(false);
  const slots = field.value as readonly Slot[];
  const close = (): void => {
    clearErrors(path);
    setIsAdding(false);
  };

  return (
    <fieldset className={cx('stack-3 ruled', styles.day)} id={path} ref={scrollToTarget}>
      <legend className={cx('strong', styles.legend)}>{label}</legend>
      {slots.length === 0 && <p className="muted">휴무</p>}
      <ul className={cx('stack-2', styles.slots)}>
        {slots.map((slot) => (
          <li key={slot} className={cx('middle small tabular nowrap', styles.slot)}>
            {formatSlot(slot)}
            <Button
              variant="icon"
              aria-label={`${label} ${formatSlot(slot)} 삭제`}
              onClick={() => field.onChange(slots.filter((other) => other !== slot))}
            >
              <Trash2 size={18} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      {fieldState.error !== undefined && (
        <p role="alert" className="error small">
          {fieldState.error.message ?? fieldState.error.root?.message}
        </p>
      )}
      {isAdding ? (
        <SlotForm
          day={label}
          path={path}
          slots={slots}
          onAdd={(slot) => {
            field.onChange(sortSlots([...slots, slot]));
            close();
          }}
          onClose={close}
        />
      ) : (
        <div className="row-2 wrap">
          <Button
            variant="secondary"
            size="small"
            aria-label={`${label} 시간 추가`}
            onClick={() => setIsAdding(true)}
          >
            시간 추가
          </Button>
          <Button
            variant="quiet"
            size="small"
            aria-label={`모든 요일을 ${label}과 같게`}
            onClick={() => {
              for (const other of weekdayNames)
                if (other !== path) setValue(other, [...slots], { shouldDirty: true });
            }}
          >
            모든 요일을 이날과 같게
          </Button>
        </div>
      )}
    </fieldset>
  );
};
