import { useStudio } from '#core/content/web/use-studio.ts';
import { notificationEndpoints, type Notification } from '#core/messages/contract/notifications.ts';
import { DeliveryState, formatRecipient, useResend } from '#core/messages/web/message-delivery.tsx';
import { formatDateTime } from '#platform/contract/seoul-time.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import type { ReservationDetail } from '../../contract/admin-reservations.ts';
import { formatHistory } from './format-history.ts';
import { mergeTimeline } from './merge-timeline.ts';
import { formatNotificationHint, isMobile } from './notification-hint.ts';
import styles from './reservation-timeline.module.css';

const Message = ({ message }: { message: Notification }) => (
  <>
    <p>
      <strong>{message.label}</strong> · {formatRecipient(message)}
    </p>
    {message.text !== null && <p className={styles.text}>{message.text}</p>}
    <DeliveryState notification={message} />
  </>
);

/** What happened to a reservation and the messages about it, newest last. */
export const ReservationTimeline = ({ reservation }: { reservation: ReservationDetail }) => {
  // One page, the largest, has all messages of a reservation.
  const query = { reservation: String(reservation.id), limit: '500' };
  const { data, error, isPending, refetch } = useApiQuery(notificationEndpoints.listNotifications, { query });
  const { resendButton, report } = useResend();
  const hint = formatNotificationHint(reservation, useStudio());
  return (
    <section className="stack-4 start fit" aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="subtitle">
        기록
      </h2>
      {reservation.state === 'BOOKED' && !isMobile(reservation.phoneNumber) && <p className="note">{hint}</p>}
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      {isPending ? (
        <Skeleton label="기록을 불러오는 중입니다." shape="row" count={2} />
      ) : (
        <ol className={cx('stack-5', styles.timeline)}>
          {mergeTimeline(formatHistory(reservation), data ?? []).map(({ at, entry }) => (
            <li key={'id' in entry ? entry.id : entry.text + at} className="stack-1">
              <time dateTime={at} className="note">
                {formatDateTime(new Date(at))}
              </time>
              {'id' in entry ? <Message message={entry} /> : <p>{entry.text}</p>}
              {'id' in entry && resendButton(entry)}
              {'reason' in entry && entry.reason !== '' && (
                <p className="note pre-line">사유: {entry.reason}</p>
              )}
            </li>
          ))}
        </ol>
      )}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
    </section>
  );
};
