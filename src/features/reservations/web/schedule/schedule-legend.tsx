import { slotMarkLabels, slotMarks, type SlotMarkKind } from './schedule-labels.ts';
import styles from './schedule-legend.module.css';

/** The marks can be told apart without their colours, by shape or filling. */
export const SlotMark = ({ mark }: { mark: SlotMarkKind | undefined }) => (
  <span className={styles.mark} data-mark={mark} aria-hidden="true" />
);

export const MonthLegend = () => (
  <ul className={styles.legend} aria-label="범례">
    {slotMarks.map((mark) => (
      <li key={mark} className="row-2 middle">
        <SlotMark mark={mark} />
        {slotMarkLabels[mark]}
      </li>
    ))}
  </ul>
);
