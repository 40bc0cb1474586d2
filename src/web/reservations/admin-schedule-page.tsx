import { Link, useSearchParams } from 'react-router';
import { isCalendarDate, seoulDate } from '#contract/seoul-time.ts';
import { messageOf } from '#web/api/api.ts';
import { paths } from '#web/paths.ts';
import { AdminHead } from '#web/shell/admin-head.tsx';
import { AdminPage } from '#web/shell/admin-page.tsx';
import { LoadFailure } from '#web/shell/load-failure.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import styles from './admin-schedule-page.module.css';
import { LOAD_FAILED } from './load-failed.ts';
import { ScheduleClosures } from './schedule-closures.tsx';
import { ScheduleDayPanel } from './schedule-day.tsx';
import { ScheduleFeed } from './schedule-feed.tsx';
import { Fold } from './schedule-fold.tsx';
import { ScheduleMonth } from './schedule-month.tsx';
import { ScheduleRange } from './schedule-range.tsx';
import { monthOf } from './use-availability.ts';
import { useNow } from './use-now.ts';
import { useSchedule } from './use-schedule.ts';

const SchedulePanels = () => {
  const [query, setQuery] = useSearchParams();
  const today = seoulDate(useNow());
  const asked = query.get('date') ?? '';
  const date = isCalendarDate(asked) ? asked : today;
  const showDate = (next: string): void =>
    setQuery({ date: next }, { replace: true, preventScrollReset: true });
  const schedule = useSchedule(monthOf(date));
  const { days, error, isPending, reload, press } = schedule;
  return (
    <>
      <AdminHead title="일정 관리">
        <Link to={paths.adminGuestBooking({ date })} className={buttonClass({ variant: 'secondary' })}>
          예약 등록
        </Link>
      </AdminHead>
      {error !== null && <LoadFailure message={messageOf(error, LOAD_FAILED)} onRetry={reload} />}
      <div className={styles.panels}>
        <ScheduleMonth date={date} today={today} days={days} isLoading={isPending} onDate={showDate} />
        <ScheduleDayPanel
          date={date}
          today={today}
          day={days?.find((known) => known.date === date)}
          isLoading={isPending}
          onDate={showDate}
          onPress={(time, state) => press({ date, time, state })}
        />
      </div>
      <div className={styles.folds}>
        <Fold title="여러 날 차단 · 해제">
          <ScheduleRange key={date} date={date < today ? today : date} />
        </Fold>
        <Fold title="매주 쉬는 시간">
          <ScheduleClosures today={today} />
        </Fold>
        <Fold title="캘린더 구독">
          <ScheduleFeed />
        </Fold>
      </div>
    </>
  );
};

const AdminSchedulePage = () => (
  <AdminPage>
    <SchedulePanels />
  </AdminPage>
);

export default AdminSchedulePage;
