import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { RequireRole } from '#core/auth/web/require-role.tsx';
import { paths } from '#core/content/web/paths.ts';
import { withDirectionParticle } from '#platform/contract/text/direction-particle.ts';
import { ApiError, messageOf } from '#platform/web/client/api/api.ts';
import { useApiPages } from '#platform/web/client/api/paged-queries.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { PagedList } from '#platform/web/client/paged-list.tsx';
import { useAction, type ActionReport } from '#platform/web/client/use-action.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { reservationEndpoints, type Reservation } from '../../contract/reservations.ts';
import { CancelDialog } from '../cancel-dialog.tsx';
import type { MeetingTime } from '../describe-slots.ts';
import { FocusedReport } from '../focused-report.tsx';
import { formatMeeting } from '../format-meeting.ts';
import { MoveDialog } from '../move-dialog.tsx';
import { HistoryActions } from './history-actions.tsx';
import { HistoryRow, NextReservation } from './history-reservations.tsx';
import { splitHistory } from './split-history.ts';
import styles from './history-page.module.css';

/** The open dialog, and the reservation as it was when it opened. */
interface Change {
  readonly kind: 'move' | 'cancel';
  readonly reservation: Reservation;
}

const cancelEffects = [
  '취소하시면 다른 분이 바로 이 시간을 예약할 수 있습니다.',
  '예약 기록은 내역에 ‘취소’로 남습니다.',
  '취소한 예약은 되돌릴 수 없습니다. 필요하시면 다시 예약해 주세요.',
] as const;

const { cancelReservation, moveReservation } = reservationEndpoints;

/** The next reservation, then the other upcoming ones in a line each, then past and cancelled ones. */
const HistoryLists = ({ reservations }: { reservations: readonly Reservation[] }) => {
  const now = useNow();
  const [change, setChange] = useState<Change | null>(null);
  const { send, clearReport, isRunning, report } = useAction();
  const linkedId = Number(useSearchParams()[0].get('id'));
  const { upcoming, past } = splitHistory(reservations, now);

  const ask = (next: Change | null): void => {
    clearReport();
    setChange(next);
  };
  const closeAfter = (outcome: ActionReport | null): void => {
    if (outcome?.tone === 'success') setChange(null);
  };
  const cancel = async ({ id, state, date, time }: Reservation, reason: string): Promise<void> => {
    const input = { params: { id }, body: { reason, seen: { state, date, time } } };
    closeAfter(
      await send(cancelReservation, input, (cancelled) => `${formatMeeting(cancelled)} 예약을 취소했습니다.`),
    );
  };
  const move = async (reservation: Reservation, body: MeetingTime): Promise<void> => {
    const describe = (moved: Reservation): string =>
      `${formatMeeting(reservation)} 예약을 ${withDirectionParticle(formatMeeting(moved))} 변경했습니다.`;
    closeAfter(await send(moveReservation, { params: { id: reservation.id }, body }, describe));
  };
  const dialog = { isSending: isRunning, report, onClose: () => ask(null) };

  return (
    <>
      {change === null && <FocusedReport report={report} />}
      <section className="stack-4" aria-labelledby="upcoming-title">
        <h2 id="upcoming-title" className={styles.subtitle}>
          예정된 예약
        </h2>
        {upcoming.length === 0 ? (
          <p className={styles.none}>
            예정된 예약이 없습니다. <Link to={paths.reserveType()}>예약하기</Link>
          </p>
        ) : (
          <ul>
            {upcoming.map((reservation, index) => {
              const Shown = index === 0 ? NextReservation : HistoryRow;
              return (
                <Shown
                  key={reservation.id}
                  reservation={reservation}
                  now={now}
                  isLinked={reservation.id === linkedId}
                  actions={
                    <HistoryActions
                      reservation={reservation}
                      now={now}
                      onMove={() => ask({ kind: 'move', reservation })}
                      onCancel={() => ask({ kind: 'cancel', reservation })}
                    />
                  }
                />
              );
            })}
          </ul>
        )}
      </section>
      {past.length > 0 && (
        <section className="stack-4" aria-labelledby="past-title">
          <h2 id="past-title" className={styles.subtitle}>
            지난 예약과 취소한 예약
          </h2>
          <ul>
            {past.map((reservation) => (
              <HistoryRow
                key={reservation.id}
                reservation={reservation}
                now={now}
                isLinked={reservation.id === linkedId}
              />
            ))}
          </ul>
        </section>
      )}
      {change?.kind === 'move' && (
        <MoveDialog
          {...dialog}
          reservation={change.reservation}
          onMove={(to) => void move(change.reservation, to)}
        />
      )}
      {change?.kind === 'cancel' && (
        <CancelDialog
          {...dialog}
          subject={formatMeeting(change.reservation)}
          effects={cancelEffects}
          onCancel={(reason) => void cancel(change.reservation, reason)}
        />
      )}
    </>
  );
};

const LOGIN_NEEDED = '로그인이 필요합니다. 로그인 후 이용해주세요.';

const describeFailure = (error: unknown): string =>
  error instanceof ApiError && error.status === 401 ? LOGIN_NEEDED : messageOf(error);

const History = () => {
  const pages = useApiPages(reservationEndpoints.myReservations);
  return (
    <PagedList
      pages={pages}
      skeleton={<Skeleton label="예약 내역을 불러오는 중입니다." shape="card" />}
      empty={
        <EmptyState
          title="예약 내역이 없습니다."
          action={<ButtonLink to={paths.reserveType()}>예약하기</ButtonLink>}
        />
      }
      describeFailure={describeFailure}
    >
      {(reservations) => <HistoryLists reservations={reservations} />}
    </PagedList>
  );
};

const HistoryPage = () => (
  <RequireRole role="member" alert={LOGIN_NEEDED}>
    <div className={styles.page}>
      <h1 className={styles.title}>예약 내역</h1>
      <History />
    </div>
  </RequireRole>
);

export default HistoryPage;
