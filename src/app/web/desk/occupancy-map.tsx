import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { weekdayNames } from '#features/reservations/contract/meeting-hours.ts';
import { formatMinutes, formatSlot, slotStart, sortSlots } from '#features/reservations/contract/slots.ts';
import type { DeskNumbers } from '../../contract/desk.ts';
import { formatShare } from './format-share.ts';
import styles from './occupancy-map.module.css';

const WEEKDAYS = '월화수목금토일';

type Cell = DeskNumbers['occupancy'][number];

const Occupancy = ({ cell }: { cell: Cell }) => {
  const { weekday, time, booked, offered } = cell;
  const name = weekdayNames[weekday - 1] ?? 'monday';
  return (
    <Link
      to={`${paths.settingsSection('hours')}#${name}`}
      className={styles.cell}
      style={{ '--fill': booked / offered } as CSSProperties}
    >
      <span className="visually-hidden">
        {WEEKDAYS.charAt(weekday - 1)}요일 {formatSlot(time)} 예약{' '}
      </span>
      {formatShare(booked, offered)}
      <span className="visually-hidden">, 미팅 시간 설정</span>
    </Link>
  );
};

/** How often each weekly time was booked in up to eight weeks. A cell opens its weekday in the settings. */
export const OccupancyMap = ({ occupancy }: Pick<DeskNumbers, 'occupancy'>) => {
  const times = sortSlots(occupancy.map(({ time }) => time));
  return (
    <section aria-labelledby="desk-occupancy" className="stack-3">
      <h2 id="desk-occupancy">요일과 시간별 예약</h2>
      <p className="note">어제까지 8주 동안 예약된 횟수 / 예약할 수 있었던 횟수</p>
      {times.length === 0 ? (
        <p className="note">아직 지난 미팅 시간이 없습니다.</p>
      ) : (
        <table className={styles.map} aria-labelledby="desk-occupancy">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">시간</span>
              </th>
              {[...WEEKDAYS].map((day) => (
                <th key={day} scope="col">
                  {day}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((time) => (
              <tr key={time}>
                <th scope="row">{formatMinutes(slotStart(time))}</th>
                {weekdayNames.map((name, index) => {
                  const cell = occupancy.find((one) => one.time === time && one.weekday === index + 1);
                  return <td key={name}>{cell !== undefined && <Occupancy cell={cell} />}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
