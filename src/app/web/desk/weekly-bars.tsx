import type { CSSProperties } from 'react';
import type { Category } from '#core/content/contract/categories.ts';
import { useAllCategories } from '#core/content/web/use-category-name.tsx';
import { formatShortDate } from '#platform/contract/seoul-time.ts';
import { cx } from '#platform/web/ui/cx.ts';
import type { DeskNumbers } from '../../contract/desk.ts';
import numbers from './desk-numbers.module.css';
import styles from './weekly-bars.module.css';

const WIDTH = 240;
const HEIGHT = 96;
const GAP = 4;

/** The colours of the categories, in order. Further categories repeat them, first at half strength, then at full strength, and so on. */
const colors = ['status-green', 'status-blue', 'status-amber', 'accent-default', 'status-red', 'muted'];

const toneOf = (index: number): CSSProperties => {
  const color = `var(--${colors[index % colors.length]})`;
  const isRepeated = index % (2 * colors.length) >= colors.length;
  return { background: color, fill: color, opacity: isRepeated ? 0.5 : 1 };
};

type Week = DeskNumbers['weeks'][number];

const totalOf = ({ counts }: Week): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

interface BarProps {
  readonly categories: readonly Category[];
  readonly week: Week;
  readonly left: number;
  readonly width: number;
  /** Height of one reservation. */
  readonly unit: number;
}

const Bar = ({ categories, week, left, width, unit }: BarProps) => {
  let top = HEIGHT;
  return categories.map(({ id }, index) => {
    const height = (week.counts[id] ?? 0) * unit;
    top -= height;
    return <rect key={id} style={toneOf(index)} x={left} y={top} width={width} height={height} />;
  });
};

/** The reservations made in each of twelve weeks, stacked by category, with a table for screen readers. */
export const WeeklyBars = ({ weeks }: Pick<DeskNumbers, 'weeks'>) => {
  const used = new Set(weeks.flatMap(({ counts }) => Object.keys(counts)));
  const categories = useAllCategories().filter(({ id, isHidden }) => !isHidden || used.has(id));
  const highest = Math.max(1, ...weeks.map(totalOf));
  const step = WIDTH / weeks.length;
  return (
    <section aria-labelledby="desk-weeks" className="stack-3 start">
      <h2 id="desk-weeks">주별 예약 수</h2>
      <ul className={cx('row-1 wrap note', styles.legend)} aria-hidden="true">
        {categories.map(({ id, name }, index) => (
          <li key={id} className="row-2 middle">
            <span className={numbers.mark} style={toneOf(index)} />
            {name}
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
            categories={categories}
            week={week}
            left={index * step + GAP / 2}
            width={step - GAP}
            unit={HEIGHT / highest}
          />
        ))}
      </svg>
      <div className={cx('note tabular', styles.axis)} aria-hidden="true">
        <span>{weeks[0] !== undefined && formatShortDate(weeks[0].monday)}</span>
        <span>이번 주</span>
      </div>
      <div className="visually-hidden">
        <table aria-labelledby="desk-weeks">
          <thead>
            <tr>
              <th scope="col">주 시작일</th>
              {categories.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">합계</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.monday}>
                <th scope="row">{formatShortDate(week.monday)}</th>
                {categories.map(({ id }) => (
                  <td key={id}>{week.counts[id] ?? 0}</td>
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
