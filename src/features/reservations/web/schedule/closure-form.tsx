import { useState, type FormEvent } from 'react';
import { addDays } from '#platform/contract/seoul-time.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { MAX_HORIZON_DAYS } from '../../contract/bookable-dates.ts';
import { closureDraft, scheduleEndpoints } from '../../contract/schedule.ts';
import type { Slot } from '../../contract/slots.ts';
import { BlockSlotsFooter, formatKeptReservations, useBlockSlots } from './block-slots.tsx';
import { SlotCheckboxes } from './slot-checkboxes.tsx';
import { useWeeklySlots } from './use-weekly-slots.ts';
import { formatWeekday, weekdayOptions } from './weekdays.ts';
import styles from './schedule-forms.module.css';

/** Limits the search for conflicts to `MAX_HORIZON_DAYS` after the first day. `until` is empty for an open end. */
const lastAffectedDate = (from: string, until: string): string => {
  const horizon = addDays(from, MAX_HORIZON_DAYS);
  return until === '' || until > horizon ? horizon : until;
};

interface ClosureInput {
  readonly weekday: string;
  /** All slots of the weekday when undefined. */
  readonly timeSlots: Slot[] | undefined;
  readonly from: string;
  readonly until: string;
  readonly note: string;
}

export const ClosureForm = ({ today }: { today: string }) => {
  const empty: ClosureInput = { weekday: '1', timeSlots: undefined, from: today, until: '', note: '' };
  const [draft, setDraft] = useState(empty);
  const { slotsOf } = useWeeklySlots();
  const slots = slotsOf(Number(draft.weekday));
  const timeSlots = draft.timeSlots ?? [...slots];
  const body = {
    ...draft,
    timeSlots,
    weekday: Number(draft.weekday),
    until: draft.until === '' ? null : draft.until,
  };
  const closing = useBlockSlots(closureDraft, body);

  const change = (part: Partial<ClosureInput>): void => {
    setDraft({ ...draft, ...part });
    closing.reset();
  };
  const create = async (): Promise<string> => {
    const outcome = await browserApi.call(scheduleEndpoints.createClosure, { body });
    const weekday = formatWeekday(outcome.closure.weekday);
    return `매주 ${weekday} 정기 휴무를 추가하고 미팅 시간 ${outcome.changed}개를 차단했습니다.${formatKeptReservations(outcome)}`;
  };
  const save = async (): Promise<void> => {
    if (await closing.save(create)) setDraft(empty);
  };
  const add = async (): Promise<void> => {
    const { weekday, from, until } = draft;
    const reach = { weekday, timeSlots, from, to: lastAffectedDate(from, until) };
    if (await closing.saveIfClear(reach, create)) setDraft(empty);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void add();
  };

  return (
    <form className="stack-5" onSubmit={submit} noValidate aria-labelledby="closure-title">
      <h3 id="closure-title" className={styles.subtitle}>
        정기 휴무 추가
      </h3>
      <Select
        label="요일"
        value={draft.weekday}
        options={weekdayOptions}
        onChange={(weekday) => change({ weekday, timeSlots: undefined })}
        error={closing.errors.weekday}
      />
      <SlotCheckboxes
        slots={slots}
        value={draft.timeSlots}
        onChange={(chosen) => change({ timeSlots: chosen })}
        error={closing.errors.timeSlots}
      />
      <div className={styles.pair}>
        <TextField
          label="시작일"
          type="date"
          value={draft.from}
          onChange={({ target }) => change({ from: target.value })}
          error={closing.errors.from}
        />
        <TextField
          label="종료일"
          note="선택"
          type="date"
          min={draft.from}
          value={draft.until}
          onChange={({ target }) => change({ until: target.value })}
          error={closing.errors.until}
        />
      </div>
      <TextField
        label="메모"
        note="선택"
        autoComplete="off"
        value={draft.note}
        onChange={({ target }) => change({ note: target.value })}
        error={closing.errors.note}
      />
      <BlockSlotsFooter blockSlots={closing} confirmLabel="나머지만 추가" onConfirm={() => void save()}>
        <Button type="submit" isLoading={closing.isRunning}>
          정기 휴무 추가
        </Button>
      </BlockSlotsFooter>
    </form>
  );
};
