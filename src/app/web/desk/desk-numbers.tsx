import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { deskEndpoints, type DeskNumbers } from '../../contract/desk.ts';
import { formatShare } from './format-share.ts';
import { OccupancyMap } from './occupancy-map.tsx';
import { WeeklyBars } from './weekly-bars.tsx';
import columns from './desk-columns.module.css';
import styles from './desk-numbers.module.css';

const Outcomes = ({ outcomes }: Pick<DeskNumbers, 'outcomes'>) => {
  const { total, completed, cancelled, noShow, open } = outcomes;
  const parts = [
    { label: '완료', count: completed, background: 'var(--status-green)' },
    { label: '취소', count: cancelled, background: 'var(--muted)' },
    { label: '노쇼', count: noShow, background: 'var(--status-red)' },
    { label: '결과 미입력', count: open, background: 'var(--line)' },
  ];
  return (
    <section aria-labelledby="desk-outcomes" className="stack-3 start">
      <h2 id="desk-outcomes">지난 예약 결과</h2>
      <p className="note">지난 12주의 미팅 예약 {total}건</p>
      {total > 0 && (
        <>
          <div className={styles.track} aria-hidden="true">
            {parts.map(({ label, count, background }) => (
              <span key={label} style={{ flexGrow: count, background }} />
            ))}
          </div>
          <dl className="stack-1">
            {parts.map(({ label, count, background }) => (
              <div key={label} className={cx('tabular', styles.part)}>
                <dt className="row-2 middle">
                  <span className={styles.mark} style={{ background }} aria-hidden="true" />
                  {label}
                </dt>
                <dd>
                  {count}건 <span className="note">{formatShare(count, total)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
};

/** How full the weekly times were, how many reservations came in, and the outcomes of past ones. */
export const DeskNumbersView = () => {
  const { data, error, isPending, refetch } = useApiQuery(deskEndpoints.deskNumbers, {});
  if (isPending) return <Skeleton label="통계를 불러오는 중입니다." shape="card" count={2} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <OccupancyMap occupancy={data.occupancy} />
      <div className={columns.columns}>
        <WeeklyBars weeks={data.weeks} />
        <Outcomes outcomes={data.outcomes} />
      </div>
    </>
  );
};
