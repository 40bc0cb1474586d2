import { useState } from 'react';
import type { FormEvent } from 'react';
import { closureDraft, scheduleEndpoints } from '#contract/schedule.ts';
import { addDays } from '#contract/seoul-time.ts';
import { BOOKING_HORIZON_DAYS } from '#contract/bookable-dates.ts';
import { slots } from '#contract/slots.ts';
import type { Slot } from '#contract/slots.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Collisions } from './schedule-collisions.tsx';
import styles from './schedule-forms.module.css';
import { SlotChecks } from './schedule-slot-checks.tsx';
import { nameWeekday, weekdayOptions } from './schedule-weekdays.ts';
import { sayKept, useClosing } from './use-closing.ts';

interface Draft {
  readonly weekday: string;
  readonly timeSlots: Slot[];
  readonly from: string;
  /** Empty: for good. */
  readonly until: string;
  readonly note: string;
}

/** Bookings reach no further than this, so nothing later can be in the way. */
const lastOf = ({ from, until }: Draft): string => {
  const horizon = addDays(from, BOOKING_HORIZON_DAYS);
  return until === '' || until > horizon ? horizon : until;
};

/** One more time at which the studio is closed every week. */
export const ClosureForm = ({ today }: { today: string }) => {
  const empty: Draft = { weekday: '1', timeSlots: [...slots], from: today, until: '', note: '' };
  const [draft, setDraft] = useState<Draft>(empty);
  const [wrong, setWrong] = useState<Partial<Record<keyof Draft, string>>>({});
  const closing = useClosing();
  const body = {
    ...draft,
    weekday: Number(draft.weekday),
    until: draft.until === '' ? null : draft.until,
  };

  const change = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part });
    setWrong({});
    closing.dropCollisions();
  };
  const check = (): boolean => {
    const issues = closureDraft.safeParse(body).error?.issues ?? [];
    setWrong(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    return issues.length === 0;
  };

  const save = async (): Promise<void> => {
    const isSaved = await closing.save(async () => {
      const outcome = await browserApi.call(scheduleEndpoints.createClosure, { body });
      const weekday = nameWeekday(outcome.closure.weekday);
      return `매주 ${weekday} 쉬는 시간을 추가하고 미팅 시간 ${outcome.changed}개를 차단했습니다.${sayKept(outcome)}`;
    });
    await invalidateQueries(scheduleEndpoints.listClosures);
    if (isSaved) setDraft(empty);
  };
  const add = async (): Promise<void> => {
    if (!check()) return;
    const { weekday, timeSlots, from } = draft;
    const isClear = await closing.isClear({ weekday, timeSlots, from, to: lastOf(draft) });
    if (isClear) await save();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!closing.isWorking) void add();
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
        error={wrong.weekday}
      />
      <SlotChecks
        value={draft.timeSlots}
        onChange={(timeSlots) => change({ timeSlots })}
        error={wrong.timeSlots}
      />
      <div className={styles.pair}>
        <TextField
          label="시작일"
          type="date"
          value={draft.from}
          onChange={({ target }) => change({ from: target.value })}
          error={wrong.from}
        />
        <TextField
          label="종료일"
          note="선택"
          type="date"
          min={draft.from}
          value={draft.until}
          onChange={({ target }) => change({ until: target.value })}
          error={wrong.until}
        />
      </div>
      <TextField
        label="메모"
        note="선택"
        autoComplete="off"
        value={draft.note}
        onChange={({ target }) => change({ note: target.value })}
        error={wrong.note}
      />
      {closing.collisions === null ? (
        <div className={styles.actions}>
          <Button type="submit" isLoading={closing.isWorking}>
            쉬는 시간 추가
          </Button>
        </div>
      ) : (
        <Collisions
          bookings={closing.collisions}
          confirmLabel="나머지만 추가"
          isSaving={closing.isWorking}
          onConfirm={() => void save()}
          onCancel={closing.dropCollisions}
        />
      )}
      {closing.report !== null && <Notice tone={closing.report.tone}>{closing.report.text}</Notice>}
    </form>
  );
};
