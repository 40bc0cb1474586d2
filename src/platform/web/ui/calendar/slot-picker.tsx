import { Check } from 'lucide-react';
import { useId } from 'react';
import { cx } from '../cx.ts';
import styles from './slot-picker.module.css';

export interface SlotOption {
  readonly value: string;
  readonly label: string;
  readonly state: 'free' | 'taken' | 'past' | 'current';
  readonly stateLabel: string;
  /** The part of the day. When there are several, each has a heading above its options. */
  readonly group?: string;
}

interface SlotPickerProps {
  readonly label: string;
  readonly options: readonly SlotOption[];
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly chosenLabel: string;
  readonly error?: string;
  readonly isLoading?: boolean;
}

/** The time slots of a day as native radio buttons. Arrow keys skip slots that are not free. */
export const SlotPicker = ({
  label,
  options,
  value,
  onChange,
  chosenLabel,
  error,
  isLoading = false,
}: SlotPickerProps) => {
  const id = useId();
  const renderOption = (option: SlotOption) => {
    const isChosen = option.value === value && option.state === 'free';
    return (
      <label
        key={option.value}
        className={cx('row-3 middle between', styles.slot)}
        data-state={isChosen ? 'chosen' : option.state}
      >
        <input
          type="radio"
          name={id}
          className="visually-hidden"
          value={option.value}
          checked={isChosen}
          disabled={option.state !== 'free'}
          onChange={() => onChange(option.value)}
        />
        <span className={cx('tabular nowrap', styles.time)}>{option.label}</span>
        <span className={cx('row-1 middle note', styles.state)}>
          {isChosen && <Check size={16} strokeWidth={2.5} aria-hidden="true" />}
          {isChosen ? chosenLabel : option.stateLabel}
        </span>
      </label>
    );
  };
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <div
      role="radiogroup"
      // Takes the focus when the chosen slot is lost.
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      aria-invalid={error === undefined ? undefined : true}
      aria-busy={isLoading || undefined}
      className={cx('stack-2', styles.picker)}
    >
      <p id={`${id}-label`} className="strong">
        {label}
      </p>
      <div className={styles.slots}>
        {groups.length === 1
          ? options.map(renderOption)
          : groups.map((group) => (
              <div key={group} role="group" aria-label={group} className="stack-2 start">
                <p className="note" aria-hidden="true">
                  {group}
                </p>
                {options.filter((option) => option.group === group).map(renderOption)}
              </div>
            ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="small error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
