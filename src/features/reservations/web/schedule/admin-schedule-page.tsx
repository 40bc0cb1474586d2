import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { isCalendarDate, seoulDate } from '#platform/contract/seoul-time.ts';
import { messageOf } from '#platform/web/client/api/api.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { Collapsible } from '#platform/web/ui/collapsible.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { scheduleEndpoints } from '../../contract/schedule.ts';
import { UndoNotice, type Undoable } from '../undo-notice.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { CalendarFeed } from './calendar-feed.tsx';
import { ScheduleClosures } from './schedule-closures.tsx';
import { ScheduleDayPanel } from './schedule-day-panel.tsx';
import { ScheduleKeysDialog, useScheduleKeys } from './schedule-keys.tsx';
import { ScheduleMonth } from './schedule-month.tsx';
import { useSchedule } from './use-schedule.ts';
import styles from './admin-schedule-page.module.css';

const SchedulePanels = () => {
  const [query, setQuery] = useSearchParams();
  const today = seoulDate(useNow());
  const requested = query.get('date') ?? '';
  const date = isCalendarDate(requested) ? requested : today;
  const showDate = (next: string): void =>
    setQuery({ date: next }, { replace: true, preventScrollReset: true });
  const dayPanel = useRef<HTMLDivElement>(null);
  /** Shows a date and brings its slots into view, which are below the month on a phone. */
  const openDate = (next: string): void => {
    showDate(next);
    dayPanel.current?.scrollIntoView({ block: 'nearest' });
  };
  const schedule = useSchedule(monthOf(date));
  const { days, error, isLoading, hasFailed, reload, press } = schedule;
  const [isBlocking, setIsBlocking] = useState(false);
  const [blocked, setBlocked] = useState<Undoable | null>(null);
  const openBlocking = (): void => {
    setBlocked(null);
    setIsBlocking(true);
  };
  const [showsKeys, setShowsKeys] = useState(false);
  useScheduleKeys(openBlocking, () => setShowsKeys(true));
  return (
    <>
      <AdminHead title="일정 관리">
        <div className="row-2">
          <ButtonLink to={paths.adminPhoneReservation({ date })} variant="secondary">
            예약 등록
          </ButtonLink>
          <Button variant="secondary" aria-keyshortcuts="b" onClick={openBlocking}>
            <Plus size={18} aria-hidden="true" />
            차단
          </Button>
        </div>
      </AdminHead>
      {blocked !== null && <UndoNotice {...blocked} />}
      {hasFailed && <LoadFailure error={error} describe={describeFailure} onRetry={reload} />}
      <div className={cx('stack-6', styles.panels)}>
        <ScheduleMonth
          date={date}
          today={today}
          days={days}
          isLoading={isLoading}
          onDate={showDate}
          onPress={openDate}
        />
        <div ref={dayPanel}>
          <ScheduleDayPanel
            date={date}
            today={today}
            day={days?.find((known) => known.date === date)}
            isLoading={isLoading}
            onDate={showDate}
            onPress={(time, state) => press({ date, time, state })}
          />
        </div>
      </div>
      <div className={styles.keys}>
        <Button variant="quiet" aria-keyshortcuts="?" onClick={() => setShowsKeys(true)}>
          단축키 보기
        </Button>
      </div>
      <ScheduleClosures />
      <div className={styles.folds}>
        <Collapsible title="캘린더 구독">
          <CalendarFeed />
        </Collapsible>
      </div>
      {showsKeys && <ScheduleKeysDialog onClose={() => setShowsKeys(false)} />}
      {isBlocking && (
        <BlockDialog
          date={date}
          today={today}
          onDone={(done) => {
            setIsBlocking(false);
            setBlocked(done);
          }}
          onClose={() => setIsBlocking(false)}
        />
      )}
    </>
  );
};

const describeFailure = (error: unknown): string => messageOf(error, scheduleEndpoints.schedule.failed);

const AdminSchedulePage = () => (
  <AdminPage>
    <SchedulePanels />
  </AdminPage>
);

export default AdminSchedulePage;
