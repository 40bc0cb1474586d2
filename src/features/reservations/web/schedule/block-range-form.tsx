import { useState, type FormEvent } from 'react';
import type * as z from 'zod/mini';
import { formatDate } from '#platform/contract/seoul-time.ts';
import { askConfirm } from '#platform/web/client/alert.tsx';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { scheduleEndpoints, slotRange } from '../../contract/schedule.ts';
import { BlockSlotsFooter, formatKeptReservations, useBlockSlots } from './block-slots.tsx';
import { SlotCheckboxes } from './slot-checkboxes.tsx';
import { useWeeklySlots } from './use-weekly-slots.ts';
import styles from './schedule-forms.module.css';

/** Blocks or unblocks several days at once. The form starts with `date` as both first and last day. */
export const BlockRangeForm = ({ date }: { date: string }) => {
  const [body, setBody] = useState<z.input<typeof slotRange>>({ from: date, to: date });
  const { from, to, timeSlots } = body;
  const { allSlots } = useWeeklySlots();
  const closing = useBlockSlots(slotRange, body);

  const change = (part: Partial<typeof body>): void => {
    setBody({ ...body, ...part });
    closing.reset();
  };

  const block = async (): Promise<string> => {
    const outcome = await browserApi.call(scheduleEndpoints.blockRange, { body });
    return `미팅 시간 ${outcome.changed}개를 차단했습니다.${formatKeptReservations(outcome)}`;
  };
  const unblock = async (): Promise<void> => {
    if (!closing.check()) return;
    const days = from === to ? formatDate(from) : `${formatDate(from)}부터\n${formatDate(to)}까지`;
    const kept = from === to ? '' : '\n정기 휴무는 그대로 둡니다.';
    const message = `${days}\n선택한 시간의 차단을 해제할까요?${kept}`;
    if (!(await askConfirm({ message, confirmLabel: '차단 해제' }))) return;
    await closing.save(async () => {
      const { changed } = await browserApi.call(scheduleEndpoints.unblockRange, { body });
      return `미팅 시간 ${changed}개의 차단을 해제했습니다.`;
    });
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void closing.saveIfClear(body, block);
  };

  return (
    <form className="stack-5" onSubmit={submit} noValidate>
      <div className={styles.pair}>
        <TextField
          label="시작일"
          type="date"
          value={from}
          onChange={({ target }) => change({ from: target.value })}
          error={closing.errors.from}
        />
        <TextField
          label="종료일"
          type="date"
          value={to}
          min={from}
          onChange={({ target }) => change({ to: target.value })}
          error={closing.errors.to}
        />
      </div>
      <SlotCheckboxes
        slots={allSlots}
        value={timeSlots}
        onChange={(chosen) => change({ timeSlots: chosen })}
        error={closing.errors.timeSlots}
      />
      <BlockSlotsFooter
        blockSlots={closing}
        confirmLabel="나머지만 차단"
        onConfirm={() => void closing.save(block)}
      >
        <Button type="submit" isLoading={closing.isRunning}>
          여러 날 차단
        </Button>
        <Button variant="secondary" isLoading={closing.isRunning} onClick={() => void unblock()}>
          여러 날 차단 해제
        </Button>
      </BlockSlotsFooter>
    </form>
  );
};
