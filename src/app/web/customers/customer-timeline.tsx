import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { describeDelivery } from '#core/messages/web/describe-delivery.ts';
import { formatMeetingStart } from '#features/reservations/web/format-meeting.ts';
import { ReservationStateBadge } from '#features/reservations/web/reservation-state-badge.tsx';
import { formatTimestamp, seoulDate } from '#platform/contract/seoul-time.ts';
import { useApiPages } from '#platform/web/client/api/paged-queries.ts';
import { PagedList } from '#platform/web/client/paged-list.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { customerEndpoints, type TimelineEntry } from '../../contract/customers.ts';
import styles from './customer-page.module.css';

const Entry = ({ at, reservation, question, message }: TimelineEntry) => (
  <>
    {reservation !== null && (
      <span className="row-2 wrap middle">
        <Link to={paths.adminReservation(reservation.id)} className="link strong">
          <span>
            {formatMeetingStart(reservation, seoulDate(new Date(at)))}{' '}
            <CategoryName id={reservation.shootType} /> 예약
          </span>
        </Link>
        <ReservationStateBadge state={reservation.state} />
      </span>
    )}
    {question !== null && (
      <span>
        <Link to={paths.adminQuestions({ id: String(question.id) })} className="link">
          문의: {question.title}
        </Link>{' '}
        <span className="note">{question.answered ? '답변 완료' : '답변 대기'}</span>
      </span>
    )}
    {message !== null && (
      <span>
        {message.label} 메시지 · {describeDelivery(message)}
      </span>
    )}
  </>
);

/** The customer's reservations, inquiries and the messages to them, newest first. */
export const CustomerTimeline = ({ customerId }: { customerId: string }) => {
  const pages = useApiPages(customerEndpoints.customerTimeline, { customer: customerId });
  return (
    <section className="stack-4 fit" aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="subtitle">
        기록
      </h2>
      <PagedList
        pages={pages}
        skeleton={<Skeleton label="기록을 불러오는 중입니다." shape="row" count={3} />}
        empty={<p className="note">아직 예약과 문의가 없습니다.</p>}
      >
        {(entries) => (
          <ol className={styles.timeline}>
            {entries.map((entry) => (
              <li key={`${entry.reservation?.id} ${entry.question?.id} ${entry.message?.id}`}>
                <time dateTime={entry.at} className="note tabular">
                  {formatTimestamp(new Date(entry.at))}
                </time>
                <div>
                  <Entry {...entry} />
                </div>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </section>
  );
};
