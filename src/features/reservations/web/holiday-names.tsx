import { formatMonthDay } from '#platform/contract/seoul-time.ts';
import { cx } from '#platform/web/ui/cx.ts';
import type { AvailableDay } from '../contract/reservations.ts';
import styles from './holiday-names.module.css';

/** The public holidays among these days, below the calendar. */
export const HolidayNames = ({ days }: { days: readonly Pick<AvailableDay, 'date' | 'holiday'>[] }) => {
  const holidays = days.filter(({ holiday }) => holiday !== null);
  return (
    holidays.length > 0 && (
      <ul className={cx('note row-3 wrap', styles.holidays)} aria-label="공휴일">
        {holidays.map(({ date, holiday }) => (
          <li key={date} className="row-2">
            <time dateTime={date} className="error">
              {formatMonthDay(date)}
            </time>
            {holiday}
          </li>
        ))}
      </ul>
    )
  );
};
