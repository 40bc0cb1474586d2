import type { AvailableDay } from '#contract/reservations.ts';
import styles from './holiday-names.module.css';

/** Below the calendar: why those days are red. */
export const HolidayNames = ({ days }: { days: readonly Pick<AvailableDay, 'date' | 'holiday'>[] }) =>
  days.length === 0 ? null : (
    <ul className={styles.holidays} aria-label="공휴일">
      {days.map(({ date, holiday }) => (
        <li key={date} className={styles.holiday}>
          <time dateTime={date} className={styles.day}>
            {Number(date.slice(8))}일
          </time>
          {holiday}
        </li>
      ))}
    </ul>
  );
