import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { isCalendarDate, seoulDate } from '#platform/contract/seoul-time.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { Collapsible } from '#platform/web/ui/collapsible.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { UndoNotice, type Undoable } from '../undo-notice.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { CalendarFeed } from './calendar-feed.tsx';
import { ScheduleClosures } from './schedule-closures.tsx';
import { ScheduleDayPanel } from './schedule-day-panel.tsx';
import { ScheduleKeysDialog, useScheduleKeys } from './schedule-keys.tsx';
import { ScheduleMonth } from './schedule-month.tsx';
import { ScheduleWeek } from './schedule-week.tsx';
import { describeScheduleFailure, useSchedule } from './use-schedule.ts';
import pill from '#platform/web/ui/pill.module.css';
import styles from './admin-schedule-page.module.css';

const views = { day: '일', week: '주', month: '월' } as const;
type View = keyof typeof views;

const isView = (value: string | null): value is View => value !== null && Object.hasOwn(views, value);

interface ScheduleDaysProps {
  readonly date: string;
  readonly today: string;
  readonly hasMonth: boolean;
  readonly onDate: (date: string) => void;
}

/** The slots of a day, and on request its month. */
const ScheduleDays = ({ date, today, hasMonth, onDate }: ScheduleDaysProps) => {
  const dayPanel = useRef<HTMLDivElement>(null);
  /** Shows a date and brings its slots into view, which are below the month on a phone. */
  const openDate = (next: string): void => {
    onDate(next);
    dayPanel.current?.scrollIntoView({ block: 'nearest' });
  };
  const { days, error, isLoading, hasFailed, reload, press } = useSchedule(monthOf(date));
  return (
    <>
      {hasFailed && <LoadFailure error={error} describe={describeScheduleFailure} onRetry={reload} />}
      <div className={cx('stack-6', hasMonth ? styles.panels : 'reading')}>
        {hasMonth && (
          <ScheduleMonth
            date={date}
            today={today}
            days={days}
            isLoading={isLoading}
            onDate={onDate}
            onPress={openDate}
          />
        )}
        <div ref={dayPanel}>
          <ScheduleDayPanel
            date={date}
            today={today}
            day={days?.find((known) => known.date === date)}
            isLoading={isLoading}
            onDate={onDate}
            onPress={(time, state) => press({ date, time, state })}
          />
        </div>
      </div>
    </>
  );
};

const SchedulePage = () => {
  const [query, setQuery] = useSearchParams();
  const today = seoulDate(useNow());
  const requested = query.get('date') ?? '';
  const date = isCalendarDate(requested) ? requested : today;
  const [defaultView] = useState<View>(() => (matchMedia('(min-width: 60rem)').matches ? 'week' : 'day'));
  const chosen = query.get('view');
  const view = isView(chosen) ? chosen : defaultView;
  const show = (next: { readonly date: string; readonly view: View }): void =>
    setQuery(next, { replace: true, preventScrollReset: true });
  const showDate = (next: string): void => show({ date: next, view });
  const [isBlocking, setIsBlocking] = useState(false);
  // All changes, not only the latest: their number is the key of the notice, so that each change gets a new one.
  const [done, setDone] = useState<readonly Undoable[]>([]);
  const latest = done.at(-1);
  const addDone = (next: Undoable): void => setDone((earlier) => [...earlier, next]);
  const openBlocking = (): void => {
    setDone([]);
    setIsBlocking(true);
  };
  const [showsKeys, setShowsKeys] = useState(false);
  const keys = {
    KeyB: openBlocking,
    KeyD: () => show({ date, view: 'day' }),
    KeyW: () => show({ date, view: 'week' }),
    KeyM: () => show({ date, view: 'month' }),
  };
  useScheduleKeys(keys, () => setShowsKeys(true));
  const scheduleDays = (
    <ScheduleDays date={date} today={today} hasMonth={view === 'month'} onDate={showDate} />
  );
  return (
    <>
      <AdminHead title="일정 관리">
        <nav className="row-2" aria-label="일정 보기">
          {Object.entries(views).map(([name, label]) => (
            <Link
              key={name}
              to={{ search: new URLSearchParams({ date, view: name }).toString() }}
              className={pill.pill}
              aria-current={name === view ? 'page' : undefined}
              replace
              preventScrollReset
            >
              {label}
            </Link>
          ))}
        </nav>
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
      {view === 'week' ? (
        <ScheduleWeek date={date} today={today} onDate={showDate} onDone={addDone}>
          {scheduleDays}
        </ScheduleWeek>
      ) : (
        scheduleDays
      )}
      {latest !== undefined && (
        <div className={styles.done}>
          <UndoNotice key={done.length} {...latest} />
        </div>
      )}
      <div className={styles.keys}>
        <Button variant="quiet" aria-keyshortcuts="?" onClick={() => setShowsKeys(true)}>
          단축키 보기
        </Button>
      </div>
      <ScheduleClosures />
      <div className="ruled">
        <Collapsible title="캘린더 구독">
          <CalendarFeed />
        </Collapsible>
      </div>
      {showsKeys && <ScheduleKeysDialog onClose={() => setShowsKeys(false)} />}
      {isBlocking && (
        <BlockDialog
          date={date}
          today={today}
          onDone={(blocked) => {
            setIsBlocking(false);
            addDone(blocked);
          }}
          onClose={() => setIsBlocking(false)}
        />
      )}
    </>
  );
};

const AdminSchedulePage = () => (
  <AdminPage>
    <SchedulePage />
  </AdminPage>
);

export default AdminSchedulePage;
