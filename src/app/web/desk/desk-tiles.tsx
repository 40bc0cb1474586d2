import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { cx } from '#platform/web/ui/cx.ts';
import type { Desk } from '../../contract/desk.ts';
import styles from './desk-tiles.module.css';

/** The counts of the desk. Each tile opens the list that it counts. */
export const DeskTiles = ({ date, counts }: Pick<Desk, 'date' | 'counts'>) => {
  const tiles = [
    ['답변 대기', counts.waitingQuestions, paths.adminQuestions({ answered: 'false' }), true],
    ['오늘 들어온 예약', counts.newReservations, paths.adminNewReservations(date), false],
    ['결과를 입력할 예약', counts.unsettledReservations, paths.adminUnsettledReservations(), true],
    ['보내지 못한 문자', counts.unsentMessages, paths.adminUnsentMessages(), true],
  ] as const;
  return (
    <ul className={cx('stack-3', styles.tiles)} aria-label="처리할 일">
      {tiles.map(([label, count, to, isWork]) => (
        <li key={label}>
          <Link
            to={to}
            className={cx('stack-1', styles.tile)}
            data-waiting={(isWork && count > 0) || undefined}
          >
            <span className="note">{label}</span>
            <span className={cx('strong tabular', styles.count)}>{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
};
