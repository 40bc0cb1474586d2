import { formatSlot, slots } from '#contract/slots.ts';
import type { Slot } from '#contract/slots.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import styles from './schedule-forms.module.css';

interface SlotCheckboxesProps {
  readonly value: readonly Slot[];
  readonly onChange: (value: Slot[]) => void;
  readonly error?: string;
}

export const SlotCheckboxes = ({ value, onChange, error }: SlotCheckboxesProps) => (
  <fieldset>
    <legend className={styles.legend}>시간</legend>
    <Checkbox
      isMain
      label="모든 시간"
      checked={value.length === slots.length}
      onChange={({ target }) => onChange(target.checked ? [...slots] : [])}
    />
    <div className={styles.checkList}>
      {slots.map((slot) => (
        <Checkbox
          key={slot}
          label={formatSlot(slot)}
          checked={value.includes(slot)}
          onChange={({ target }) =>
            onChange(slots.filter((known) => (known === slot ? target.checked : value.includes(known))))
          }
        />
      ))}
    </div>
    {error !== undefined && (
      <p className={styles.error} role="alert">
        {error}
      </p>
    )}
  </fieldset>
);
