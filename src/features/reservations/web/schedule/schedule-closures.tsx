import { useState } from 'react';
import { formatDate } from '#platform/contract/seoul-time.ts';
import { askConfirm } from '#platform/web/client/alert.tsx';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { scheduleEndpoints, type Closure } from '../../contract/schedule.ts';
import { formatSlot, type Slot } from '../../contract/slots.ts';
import { formatWeekday } from './schedule-labels.ts';
import { useWeeklySlots } from './use-weekly-slots.ts';
import styles from './schedule-forms.module.css';

const formatTimes = ({ timeSlots }: Closure, offered: readonly Slot[]): string =>
  offered.every((slot) => timeSlots.includes(slot)) ? '하루 종일' : timeSlots.map(formatSlot).join(', ');

const formatPeriod = ({ from, until }: Closure): string =>
  until === null ? `${formatDate(from)}부터 계속` : `${formatDate(from)} ~ ${formatDate(until)}`;

/** The weekly closures, each with a button that deletes it; nothing without any. */
export const ScheduleClosures = () => {
  const { data, error, isPending, refetch } = useApiQuery(scheduleEndpoints.listClosures, {});
  const { slotsOf } = useWeeklySlots();
  const { send, report } = useAction();
  const [deletingId, setDeletingId] = useState<number | null>(null);

  const remove = async (closure: Closure): Promise<void> => {
    const message = `매주 ${formatWeekday(closure.weekday)} 정기 휴무를 삭제할까요?\n앞으로 이 시간에 다시 예약을 받습니다.`;
    if (!(await askConfirm({ message, confirmLabel: '삭제', isDanger: true }))) return;
    setDeletingId(closure.id);
    const input = { params: { id: closure.id } };
    await send(scheduleEndpoints.deleteClosure, input, () => '정기 휴무를 삭제했습니다.');
    setDeletingId(null);
  };

  if (isPending) return <Skeleton label="정기 휴무를 불러오는 중입니다." shape="row" count={2} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (data.length === 0 && report === null) return null;
  return (
    <section className="stack-3 fit" aria-labelledby="closures-title">
      <h2 id="closures-title">정기 휴무</h2>
      {data.length > 0 && (
        <ul aria-labelledby="closures-title">
          {data.map((closure) => {
            const { id, weekday, note } = closure;
            const times = formatTimes(closure, slotsOf(weekday));
            return (
              <li key={id} className={cx('row-3 wrap middle between', styles.item)}>
                <div>
                  <p className={styles.main}>
                    매주 {formatWeekday(weekday)} · {times}
                  </p>
                  <p className="note">{formatPeriod(closure)}</p>
                  {note !== '' && <p className="note">{note}</p>}
                </div>
                <Button
                  variant="secondary"
                  size="small"
                  isLoading={deletingId === id}
                  aria-label={`매주 ${formatWeekday(weekday)} ${times} 삭제`}
                  onClick={() => void remove(closure)}
                >
                  삭제
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
    </section>
  );
};
