import { cx } from '#platform/web/ui/cx.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { formatSlot, type Slot } from '../../contract/slots.ts';
import styles from './schedule-forms.module.css';

interface SlotCheckboxesProps {
  readonly slots: readonly Slot[];
  /** Undefined for all slots. */
  readonly value: readonly Slot[] | undefined;
  readonly onChange: (value: Slot[] | undefined) => void;
  readonly error?: string;
}

export const SlotCheckboxes = ({ slots, value, onChange, error }: SlotCheckboxesProps) => (
  <fieldset>
    <legend className="strong">시간</legend>
    <Checkbox
      isMain
      label="모든 시간"
      checked={value === undefined}
      onChange={({ target }) => onChange(target.checked ? undefined : [])}
    />
    <div className={cx('tabular', styles.checkList)}>
      {slots.map((slot) => (
        <Checkbox
          key={slot}
          label={formatSlot(slot)}
          checked={(value ?? slots).includes(slot)}
          onChange={({ target }) =>
            onChange(
              slots.filter((known) => (known === slot ? target.checked : (value ?? slots).includes(known))),
            )
          }
        />
      ))}
    </div>
    {error !== undefined && (
      <p className="small error" role="alert">
        {error}
      </p>
    )}
  </fieldset>
);
