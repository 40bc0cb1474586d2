import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { fieldLimits } from '#platform/contract/fields.ts';
import { isoWeekday } from '#platform/contract/seoul-time.ts';
import { askConfirm } from '#platform/web/client/alert.tsx';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { FormDialog } from '#platform/web/client/forms/form-dialog.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { Calendar } from '#platform/web/ui/calendar/calendar.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { AdminReservation } from '../../contract/admin-reservations.ts';
import { scheduleEndpoints } from '../../contract/schedule.ts';
import { sortSlots } from '../../contract/slots.ts';
import { calendarLabels } from '../calendar-labels.ts';
import { formatMeeting } from '../format-meeting.ts';
import type { Undoable } from '../undo-notice.tsx';
import {
  block,
  fillDays,
  findDraftConflicts,
  findMissing,
  formatDays,
  formatWeekdays,
  hasGap,
  missingTexts,
  unblock,
  type BlockDraft,
} from './block-days.ts';
import { formatScheduleDayLabel } from './schedule-labels.ts';
import { lastDateFrom } from './schedule-month.tsx';
import { SlotCheckboxes } from './slot-checkboxes.tsx';
import { useWeeklySlots } from './use-weekly-slots.ts';
import styles from './schedule-forms.module.css';

const Conflicts = ({ conflicts }: { conflicts: readonly AdminReservation[] }) => (
  <section className="stack-4 fit" aria-label="예약이 있는 날">
    <Notice>
      이미 예약된 시간이 있습니다. 예약 {conflicts.length}건은 그대로 두고 나머지 시간만 차단합니다. 예약을
      변경하거나 취소하려면 해당 예약을 눌러 주세요.
    </Notice>
    <ul>
      {conflicts.map(({ id, date, time, memberName, shootType }) => (
        <li key={id} className={cx('row-3 wrap middle between', styles.item)}>
          <Link to={paths.adminReservation(id)} className={cx('row-2 wrap middle', styles.link)}>
            <span>{formatMeeting({ date, time })}</span>
            <span className="note">
              {memberName} · <CategoryName id={shootType} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

interface BlockDialogProps {
  /** The calendar begins with its month. */
  readonly date: string;
  readonly today: string;
  readonly onDone: (done: Undoable) => void;
  readonly onClose: () => void;
}

/** Blocks days that are tapped in a calendar, once or weekly. Reservations in the way are shown first, and stay. */
export const BlockDialog = ({ date, today, onDone, onClose }: BlockDialogProps) => {
  const empty: BlockDraft = { days: [], timeSlots: undefined, isWeekly: false, until: '', note: '' };
  const [draft, setDraft] = useState(empty);
  const { days, timeSlots, isWeekly } = draft;
  const [lastDay, setLastDay] = useState(date < today ? today : date);
  const [month, setMonth] = useState(monthOf(lastDay));
  const { data } = useApiQuery(scheduleEndpoints.schedule, { query: { month } });
  const known = new Map(data?.map((day) => [day.date, day]));
  const { slotsOf, allSlots } = useWeeklySlots();
  const offered = days.length === 0 ? allSlots : sortSlots(days.flatMap((day) => slotsOf(isoWeekday(day))));
  const [isChecked, setIsChecked] = useState(false);
  const [conflicts, setConflicts] = useState<AdminReservation[] | null>(null);
  const { run, clearReport, isRunning, report } = useAction();
  const missing = findMissing(draft, slotsOf);

  const change = (part: Partial<BlockDraft>): void => {
    clearReport();
    setIsChecked(false);
    setDraft({ ...draft, ...part });
  };
  const toggle = (day: string): void => {
    setLastDay(day);
    setMonth(monthOf(day));
    change({ days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted() });
  };
  const submit = async (): Promise<void> => {
    setIsChecked(true);
    if (missing !== undefined) return;
    await run(async () => {
      const found = conflicts === null ? await findDraftConflicts(draft, slotsOf) : [];
      if (found.length > 0) setConflicts(found);
      else onDone(await block(draft, slotsOf));
    });
  };
  const release = async (): Promise<void> => {
    setIsChecked(true);
    if (missing !== undefined) return;
    const kept = days.length > 1 ? '\n정기 휴무는 그대로 둡니다.' : '';
    const message = `${formatDays(days)}\n선택한 시간의 차단을 해제할까요?${kept}`;
    if (!(await askConfirm({ message, confirmLabel: '차단 해제' }))) return;
    await run(async () => onDone(await unblock(draft)));
  };

  const submitLabel = days.length === 0 ? '차단' : `${days.length}일 차단`;
  const error = isChecked ? missing : undefined;
  const back = (): void => {
    clearReport();
    setConflicts(null);
  };
  return (
    <FormDialog
      title="차단"
      submitLabel={conflicts === null ? submitLabel : '나머지만 차단'}
      cancelLabel={conflicts === null ? '취소' : '뒤로'}
      isWide
      isRunning={isRunning}
      failure={report?.tone === 'error' ? report.text : undefined}
      onSubmit={() => void submit()}
      onClose={conflicts === null ? onClose : back}
    >
      {conflicts !== null && <Conflicts conflicts={conflicts} />}
      <div className={styles.columns} hidden={conflicts !== null}>
        <div className="stack-2 start fit">
          <Calendar
            labels={calendarLabels}
            label="차단할 날짜"
            value={lastDay}
            isChosen={(day) => days.includes(day)}
            onChange={toggle}
            onMonthChange={setMonth}
            today={today}
            firstDate={today}
            lastDate={lastDateFrom(today)}
            dayLabel={(day) => formatScheduleDayLabel(day, known.get(day.date))}
            dayModifiers={(day) => ({ isHoliday: known.get(day)?.holiday != null })}
          />
          {error === 'days' && (
            <p className="error" role="alert">
              {missingTexts.days}
            </p>
          )}
          <p className="strong tabular" role="status">
            {days.length > 0 && formatDays(days)}
          </p>
          {hasGap(days) && (
            <Button variant="secondary" onClick={() => change({ days: fillDays(days) })}>
              사이 날짜 모두 선택
            </Button>
          )}
        </div>
        <div className="stack-5 fit">
          <SlotCheckboxes
            slots={offered}
            value={timeSlots}
            onChange={(chosen) => change({ timeSlots: chosen })}
            error={error === 'timeSlots' ? missingTexts.timeSlots : undefined}
          />
          <div>
            <Checkbox
              label="매주"
              checked={isWeekly}
              onChange={({ target }) => change({ isWeekly: target.checked })}
            />
            {isWeekly && days.length > 0 && (
              <p className="note">선택한 날부터 매주 {formatWeekdays(days)}을 정기 휴무로 차단합니다.</p>
            )}
          </div>
          {isWeekly && (
            <TextField
              label="종료일"
              note="선택"
              type="date"
              min={days[0]}
              value={draft.until}
              onChange={({ target }) => change({ until: target.value })}
            />
          )}
          <TextField
            label="사유"
            note="선택"
            autoComplete="off"
            maxLength={fieldLimits.reason}
            value={draft.note}
            onChange={({ target }) => change({ note: target.value })}
          />
          {!isWeekly && (
            <Button variant="quiet" isLoading={isRunning} onClick={() => void release()}>
              선택한 날짜 차단 해제
            </Button>
          )}
        </div>
      </div>
    </FormDialog>
  );
};
