import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type * as z from 'zod/mini';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import type { CallInput } from '#platform/contract/endpoint.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { AdminReservation } from '../../contract/admin-reservations.ts';
import { scheduleEndpoints } from '../../contract/schedule.ts';
import { formatMeeting } from '../format-meeting.ts';
import styles from './schedule-forms.module.css';

/** Says how many conflicting reservations stay; empty when there are none. */
export const formatKeptReservations = ({
  collisions: conflicts,
}: {
  readonly collisions: readonly unknown[];
}): string => (conflicts.length > 0 ? ` 예약 ${conflicts.length}건은 그대로 두었습니다.` : '');

type SlotRangeQuery = CallInput<typeof scheduleEndpoints.findConflicts>['query'];

/** Blocks times. Conflicting reservations are shown first; blocking in spite of them leaves them as they are. */
export const useBlockSlots = (schema: z.ZodMiniType, body: object) => {
  const { run, clearReport, isRunning, report } = useAction();
  const [conflicts, setConflicts] = useState<readonly AdminReservation[] | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});

  const reset = (): void => {
    setErrors({});
    setConflicts(null);
  };

  /** Whether the values are valid; shows their errors otherwise, instead of the last report. */
  const check = (): boolean => {
    clearReport();
    const issues = schema.safeParse(body).error?.issues ?? [];
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    return issues.length === 0;
  };

  /** Saves without a search for conflicting reservations. */
  const save = async (request: () => Promise<string>): Promise<boolean> => {
    const outcome = await run(request);
    if (outcome?.tone !== 'success') return false;
    setConflicts(null);
    return true;
  };

  /** Saves valid values if there are no conflicts; otherwise shows the errors or the conflicts. */
  const saveIfClear = async (query: SlotRangeQuery, request: () => Promise<string>): Promise<boolean> => {
    if (!check()) return false;
    setConflicts(null);
    const outcome = await run(async () => {
      const found = await browserApi.call(scheduleEndpoints.findConflicts, { query });
      if (found.length === 0) return request();
      setConflicts(found);
      return null;
    });
    return outcome?.tone === 'success';
  };

  return { check, conflicts, errors, isRunning, report, reset, save, saveIfClear };
};

interface BlockSlotsFooterProps {
  readonly blockSlots: ReturnType<typeof useBlockSlots>;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  /** The buttons, shown while no conflicts are. */
  readonly children: ReactNode;
}

/**
 * The footer of a form that blocks times: its buttons and the result. Conflicting reservations, which stay, are listed in place of the
 * buttons before anything is blocked.
 */
export const BlockSlotsFooter = ({
  blockSlots: { conflicts, isRunning, report, reset },
  confirmLabel,
  onConfirm,
  children,
}: BlockSlotsFooterProps) => (
  <>
    {conflicts === null ? (
      <div className="row-2 wrap">{children}</div>
    ) : (
      <section className={styles.panel} aria-label="예약이 있는 날">
        <Notice>
          이미 예약된 시간이 있습니다. 예약 {conflicts.length}건은 그대로 두고 나머지 시간만 차단합니다.
          예약을 변경하거나 취소하려면 해당 예약을 눌러 주세요.
        </Notice>
        <ul className={styles.list}>
          {conflicts.map(({ id, date, time, memberName, shootType }) => (
            <li key={id} className={styles.item}>
              <Link to={paths.adminReservation(id)} className={styles.link}>
                <span>{formatMeeting({ date, time })}</span>
                <span className="note">
                  {memberName} · <CategoryName id={shootType} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <div className="row-2 wrap">
          <Button isLoading={isRunning} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button variant="quiet" onClick={reset}>
            취소
          </Button>
        </div>
      </section>
    )}
    {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
  </>
);
