import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
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
    { label: '완료', count: completed, kind: 'completed' },
    { label: '취소', count: cancelled, kind: 'cancelled' },
    { label: '노쇼', count: noShow, kind: 'noShow' },
    { label: '결과 미입력', count: open, kind: 'open' },
  ] as const;
  return (
    <section aria-labelledby="desk-outcomes" className="stack-3 start">
      <h2 id="desk-outcomes">지난 예약 결과</h2>
      <p className="note">지난 12주의 미팅 예약 {total}건</p>
      {total > 0 && (
        <>
          <div className={styles.track} aria-hidden="true">
            {parts.map(({ kind, count }) => (
              <span key={kind} data-kind={kind} style={{ flexGrow: count }} />
            ))}
          </div>
          <dl className="stack-1">
            {parts.map(({ label, count, kind }) => (
              <div key={kind} className={styles.part}>
                <dt className="row-2 middle">
                  <span className={styles.mark} data-kind={kind} aria-hidden="true" />
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

/** How full the weekly times are, how many reservations come in, and what became of them. */
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
