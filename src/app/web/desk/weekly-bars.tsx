import { shootTypeLabels, shootTypes } from '#core/content/contract/shoot-types.ts';
import { formatShortDate } from '#platform/contract/seoul-time.ts';
import type { DeskNumbers } from '../../contract/desk.ts';
import styles from './weekly-bars.module.css';

const WIDTH = 240;
const HEIGHT = 96;
const GAP = 4;

type Week = DeskNumbers['weeks'][number];

const totalOf = ({ counts }: Week): number => shootTypes.reduce((sum, type) => sum + counts[type], 0);

interface BarProps {
  readonly week: Week;
  readonly left: number;
  readonly width: number;
  /** Height of one reservation. */
  readonly unit: number;
}

const Bar = ({ week, left, width, unit }: BarProps) => {
  let top = HEIGHT;
  return shootTypes.map((type) => {
    const height = week.counts[type] * unit;
    top -= height;
    return <rect key={type} data-type={type} x={left} y={top} width={width} height={height} />;
  });
};

/** The reservations made in each of twelve weeks, stacked by category, with a table for screen readers. */
export const WeeklyBars = ({ weeks }: Pick<DeskNumbers, 'weeks'>) => {
  const highest = Math.max(1, ...weeks.map(totalOf));
  const step = WIDTH / weeks.length;
  return (
    <section aria-labelledby="desk-weeks" className="stack-3 start">
      <h2 id="desk-weeks">주별 예약 수</h2>
      <ul className={styles.legend} aria-hidden="true">
        {shootTypes.map((type) => (
          <li key={type}>
            <span className={styles.mark} data-type={type} />
            {shootTypeLabels[type]}
          </li>
        ))}
        <li className={styles.highest}>가장 많은 주 {Math.max(...weeks.map(totalOf))}건</li>
      </ul>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {weeks.map((week, index) => (
          <Bar
            key={week.monday}
            week={week}
            left={index * step + GAP / 2}
            width={step - GAP}
            unit={HEIGHT / highest}
          />
        ))}
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <span>{weeks[0] !== undefined && formatShortDate(weeks[0].monday)}</span>
        <span>이번 주</span>
      </div>
      <div className="visually-hidden">
        <table aria-labelledby="desk-weeks">
          <thead>
            <tr>
              <th scope="col">주 시작일</th>
              {shootTypes.map((type) => (
                <th key={type} scope="col">
                  {shootTypeLabels[type]}
                </th>
              ))}
              <th scope="col">합계</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.monday}>
                <th scope="row">{formatShortDate(week.monday)}</th>
                {shootTypes.map((type) => (
                  <td key={type}>{week.counts[type]}</td>
                ))}
                <td>{totalOf(week)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};
