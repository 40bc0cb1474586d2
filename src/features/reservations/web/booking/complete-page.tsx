import { Check, Copy } from 'lucide-react';
import { useEffect } from 'react';
import { Link, Navigate } from 'react-router';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { Directions } from '#core/content/web/directions.tsx';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { formatDate, formatNearDateTime } from '#platform/contract/seoul-time.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { useCopyToClipboard } from '#platform/web/client/use-copy-to-clipboard.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { DescriptionList } from '#platform/web/ui/description-list.tsx';
import type { Reservation } from '../../contract/reservations.ts';
import { formatSlot } from '../../contract/slots.ts';
import { CalendarButton } from '../calendar-button.tsx';
import { meetingFacts } from '../meeting-facts.ts';
import { clearChoices, useBookingDraft } from './booking-draft.ts';
import { BookingStepper } from './booking-step.tsx';
import { CategoryPhoto } from './category-photo.tsx';
import { ChangeDeadlineNotice } from './change-deadline-notice.tsx';
import { ShareButton } from './share-button.tsx';
import styles from './complete-page.module.css';

/** The reservation's code, large, with a button that copies it and a text that says whether it was copied. */
const CopyCode = ({ code }: { code: string }) => {
  const { copy, isCopied } = useCopyToClipboard(code);
  return (
    <div className={styles.box}>
      <p className={cx('note', styles.label)} id="code-label">
        예약 번호
      </p>
      <output className={cx('strong', styles.code)} aria-labelledby="code-label">
        {code}
      </output>
      <Button variant="secondary" onClick={() => void copy()}>
        {isCopied === true ? <Check aria-hidden="true" size={18} /> : <Copy aria-hidden="true" size={18} />}
        번호 복사
      </Button>
      <p className={cx('small', styles.said)} role="status" data-failed={isCopied === false || undefined}>
        {isCopied === true && '예약 번호를 복사했습니다.'}
        {isCopied === false && '복사하지 못했습니다. 번호를 길게 눌러 복사해 주세요.'}
      </p>
    </div>
  );
};

/** What happens after the booking, and until when it can be changed. */
const NextSteps = ({ reservation }: { reservation: Reservation }) => {
  const now = useNow();
  const { data } = useApiQuery(memberEndpoints.messageChoices, {});
  const confirmationsTo = data?.confirmationsTo ?? null;
  const until = reservation.changeableUntil === null ? now : new Date(reservation.changeableUntil);
  const isByPhone = reservation.meetingKind === 'PHONE';
  return (
    <section className="stack-4" aria-labelledby="next-title">
      <h2 id="next-title" className="title">
        다음 순서
      </h2>
      <ol className={cx('stack-3', styles.next)}>
        <li>
          {confirmationsTo === null ? (
            '예약 내역에서 언제든지 예약을 확인하실 수 있습니다.'
          ) : (
            <>
              예약 확정 메시지를 <strong className="nowrap">{confirmationsTo}</strong> 번호로 보내 드립니다.
            </>
          )}
        </li>
        <li>{isByPhone ? '약속한 시간에 전화드리겠습니다.' : '약속한 시간에 스튜디오에서 뵙겠습니다.'}</li>
        <li>원하시는 사진과 촬영 날짜를 미팅에서 함께 정합니다.</li>
      </ol>
      {now < until && (
        <p className="muted">
          {formatNearDateTime(until, now)}까지 예약 내역에서 변경하거나 취소할 수 있습니다.
        </p>
      )}
    </section>
  );
};

const CompletePage = () => {
  const visit = useApiQuery(studioEndpoints.introduce, {}).data;
  const categories = useApiQuery(studioEndpoints.categories, {}).data;
  const reservation = useBookingDraft((draft) => draft.result);
  // In an effect, because until then the form is still shown and would redirect without its category.
  useEffect(clearChoices, []);
  if (reservation === null) return <Navigate to={paths.reserveType()} replace />;
  const preparation = categories?.[reservation.shootType]?.preparation ?? '';
  return (
    <div className={styles.page}>
      <BookingStepper current="완료" />
      <CategoryPhoto id={reservation.shootType} />
      <header className="stack-3">
        <h1 className="title">예약이 완료되었습니다</h1>
        <p className="muted">문의하실 때는 아래 예약 번호를 알려 주세요.</p>
      </header>
      <ChangeDeadlineNotice meeting={reservation} />
      <CopyCode code={reservation.reservationCode} />
      <div className={cx('row-3 wrap', styles.actions)}>
        <CalendarButton reservation={reservation} isMain />
        <ShareButton reservation={reservation} />
      </div>
      <DescriptionList
        facts={[
          ['카테고리', <CategoryName key="category" id={reservation.shootType} />],
          ['날짜', formatDate(reservation.date)],
          ['시간', formatSlot(reservation.time)],
          ...meetingFacts(reservation),
        ]}
      />
      <nav className={cx('row-3 wrap', styles.ways)} aria-label="예약 다음">
        <Link to={paths.reservationHistory()} className="link">
          예약 내역 보기
        </Link>
        <Link to={paths.home()} className="link">
          홈으로
        </Link>
      </nav>
      <NextSteps reservation={reservation} />
      {visit !== undefined && reservation.meetingKind !== 'PHONE' && (
        <div className={styles.visit}>
          <Directions content={visit} />
        </div>
      )}
      {preparation !== '' && (
        <section className="stack-4" aria-labelledby="preparation-title">
          <h2 id="preparation-title" className="title">
            미팅 준비
          </h2>
          <p className="pre-line">{preparation}</p>
        </section>
      )}
    </div>
  );
};

export default CompletePage;
