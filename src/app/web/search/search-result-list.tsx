import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths, questionAnchor } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { formatMeeting } from '#features/reservations/web/format-meeting.ts';
import { ReservationStateBadge } from '#features/reservations/web/reservation-state-badge.tsx';
import { fieldLimits } from '#platform/contract/fields.ts';
import { formatDate, seoulDate } from '#platform/contract/seoul-time.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { PhoneNumber } from '#platform/web/ui/phone-number.tsx';
import type { SearchResults } from '../../contract/search.ts';
import styles from './search-dialog.module.css';

interface ResultProps {
  readonly to: string;
  readonly title: string;
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}

/** The list of the inquiries with this title, in which this one is open. */
const linkToQuestion = (id: number, title: string): string => {
  const keyword = [...title].slice(0, fieldLimits.keyword).join('');
  return `${paths.adminQuestions({ keyword })}#${questionAnchor(id)}`;
};

/** The link replaces the history entry of the dialog. */
const Result = ({ to, title, badge, children }: ResultProps) => (
  <li>
    <Link to={to} replace className={styles.result}>
      <span className="strong">{title}</span>
      <span className={cx('note tabular', styles.facts)}>{children}</span>
      {badge}
    </Link>
  </li>
);

const Group = ({ title, children }: { title: string; children: readonly ReactNode[] }) =>
  children.length > 0 && (
    <section aria-label={title} className="stack-1">
      <h3 className="note strong">{title}</h3>
      <ul className="ruled">{children}</ul>
    </section>
  );

export const SearchResultList = ({ results }: { results: SearchResults }) => (
  <div className="stack-5">
    <Group title="예약">
      {results.reservations.map(({ id, date, time, memberName, shootType, state, phoneNumber }) => (
        <Result
          key={id}
          to={paths.adminReservation(id)}
          title={memberName}
          badge={<ReservationStateBadge state={state} />}
        >
          <span>{formatMeeting({ date, time })}</span>
          <span>
            <CategoryName id={shootType} />
          </span>
          {phoneNumber !== null && <PhoneNumber digits={phoneNumber} />}
        </Result>
      ))}
    </Group>
    <Group title="고객">
      {results.customers.map(({ memberId, name, loginId, phoneNumber }) => (
        <Result key={memberId} to={paths.adminMember(memberId)} title={name}>
          <span>{loginId}</span>
          {phoneNumber !== '' && <PhoneNumber digits={phoneNumber} />}
        </Result>
      ))}
    </Group>
    <Group title="문의">
      {results.questions.map(({ id, title, memberName, createdAt, answered }) => (
        <Result
          key={id}
          to={linkToQuestion(id, title)}
          title={title}
          badge={<Badge tone={answered ? 'done' : 'waiting'}>{answered ? '답변 완료' : '답변 대기'}</Badge>}
        >
          <span>{memberName}</span>
          <span>{formatDate(seoulDate(new Date(createdAt)))}</span>
        </Result>
      ))}
    </Group>
  </div>
);
