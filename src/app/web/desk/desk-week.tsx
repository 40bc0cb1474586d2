import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { weekdayOf } from '#platform/contract/seoul-time.ts';
import { cx } from '#platform/web/ui/cx.ts';
import type { DeskDay } from '../../contract/desk.ts';
import styles from './desk-week.module.css';

const describeDay = ({ holiday, booked, blocked, free }: DeskDay): string =>
  [holiday, `예약 확정 ${booked}`, blocked > 0 && `차단됨 ${blocked}`, `예약 가능 ${free}`]
    .filter(Boolean)
    .join(', ');

/** How full today and the six days after it are. Each day opens its schedule. */
export const DeskWeek = ({ week }: { week: readonly DeskDay[] }) => (
  <section aria-labelledby="desk-week" className="stack-3">
    <h2 id="desk-week">7일간의 예약</h2>
    <ul className={styles.week}>
      {week.map((day) => (
        <li key={day.date}>
          <Link to={paths.adminSchedule(day.date)} className={cx('stack-1 small tabular', styles.day)}>
            <span className={styles.name} data-holiday={day.holiday !== null || undefined}>
              {weekdayOf(day.date)} {Number(day.date.slice(8))}
            </span>
            <span className={styles.bar} aria-hidden="true">
              <span className={styles.booked} style={{ flexGrow: day.booked }} />
              <span className={styles.blocked} style={{ flexGrow: day.blocked }} />
              <span style={{ flexGrow: day.free }} />
            </span>
            <span className="visually-hidden">{describeDay(day)}</span>
            <span className="muted" aria-hidden="true">
              {day.booked}/{day.booked + day.free}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);
