import { useState } from 'react';
import type { FormEvent } from 'react';
import { closureDraft, scheduleEndpoints } from '#contract/schedule.ts';
import { addDays } from '#contract/seoul-time.ts';
import { MAX_HORIZON_DAYS } from '#contract/bookable-dates.ts';
import { slots } from '#contract/slots.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { BlockSlotsFooter } from './block-slots-footer.tsx';
import styles from './schedule-forms.module.css';
import { SlotCheckboxes } from './slot-checkboxes.tsx';
import { formatWeekday, weekdayOptions } from './weekdays.ts';
import { formatKeptReservations, useBlockSlots } from './use-block-slots.ts';

/** Limits the search for conflicts to the booking horizon. `until` is empty for an open end. */
const lastAffectedDate = (from: string, until: string): string => {
  const horizon = addDays(from, MAX_HORIZON_DAYS);
  return until === '' || until > horizon ? horizon : until;
};

/** Adds a weekly closure. */
export const ClosureForm = ({ today }: { today: string }) => {
  const empty = { weekday: '1', timeSlots: [...slots], from: today, until: '', note: '' };
  const [draft, setDraft] = useState(empty);
  const body = {
    ...draft,
    weekday: Number(draft.weekday),
    until: draft.until === '' ? null : draft.until,
  };
  const closing = useBlockSlots(closureDraft, body);

  const change = (part: Partial<typeof empty>): void => {
    setDraft({ ...draft, ...part });
    closing.reset();
  };
  const create = async (): Promise<string> => {
    const outcome = await browserApi.call(scheduleEndpoints.createClosure, { body });
    const weekday = formatWeekday(outcome.closure.weekday);
    return `매주 ${weekday} 쉬는 시간을 추가하고 미팅 시간 ${outcome.changed}개를 차단했습니다.${formatKeptReservations(outcome)}`;
  };
  const save = async (): Promise<void> => {
    if (await closing.save(create)) setDraft(empty);
  };
  const add = async (): Promise<void> => {
    const { weekday, timeSlots, from, until } = draft;
    const reach = { weekday, timeSlots, from, to: lastAffectedDate(from, until) };
    if (await closing.saveIfClear(reach, create)) setDraft(empty);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void add();
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="closure-title">
      <h3 id="closure-title" className={styles.subtitle}>
        쉬는 시간 추가
      </h3>
      <Select
        label="요일"
        value={draft.weekday}
        options={weekdayOptions}
        onChange={(weekday) => change({ weekday })}
        error={closing.errors.weekday}
      />
      <SlotCheckboxes
        value={draft.timeSlots}
        onChange={(timeSlots) => change({ timeSlots })}
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
          쉬는 시간 추가
        </Button>
      </BlockSlotsFooter>
    </form>
  );
};
