import styles from './schedule-legend.module.css';
import { slotStateLabels, slotStates } from './schedule-labels.ts';
import type { SlotState } from './schedule-labels.ts';

/** The states differ by shape as well as by colour. */
export const SlotMark = ({ state }: { state: SlotState | undefined }) => (
  <span className={styles.mark} data-state={state} aria-hidden="true" />
);

export const MonthLegend = () => (
  <ul className={styles.legend} aria-label="표시 설명">
    {slotStates.map((state) => (
      <li key={state} className={styles.entry}>
        <SlotMark state={state} />
        {slotStateLabels[state]}
      </li>
    ))}
  </ul>
);
