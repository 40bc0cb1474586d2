import { Check, Copy } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { Directions } from '#core/content/web/directions.tsx';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { formatDate } from '#platform/contract/seoul-time.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { useCopyToClipboard } from '#platform/web/client/use-copy-to-clipboard.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { DescriptionList } from '#platform/web/ui/description-list.tsx';
import { formatSlot } from '../../contract/slots.ts';
import { CalendarButton } from '../calendar-button.tsx';
import { meetingFacts } from '../meeting-facts.ts';
import { clearChoices, useBookingDraft } from './booking-draft.ts';
import { BookingStepper } from './booking-step.tsx';
import { ChangeDeadlineNotice } from './change-deadline-notice.tsx';
import styles from './complete-page.module.css';

/** The reservation's code, large, with a button that copies it and a text that says whether it was copied. */
const CopyCode = ({ code }: { code: string }) => {
  const { copy, isCopied } = useCopyToClipboard(code);
  return (
    <div className={styles.box}>
      <p className={styles.label} id="code-label">
        예약 번호
      </p>
      <output className={styles.code} aria-labelledby="code-label">
        {code}
      </output>
      <Button variant="secondary" onClick={() => void copy()}>
        {isCopied === true ? <Check aria-hidden="true" size={18} /> : <Copy aria-hidden="true" size={18} />}
        번호 복사
      </Button>
      <p className={styles.said} role="status" data-failed={isCopied === false || undefined}>
        {isCopied === true && '예약 번호를 복사했습니다.'}
        {isCopied === false && '복사하지 못했습니다. 번호를 길게 눌러 복사해 주세요.'}
      </p>
    </div>
  );
};

/** Says to which number the confirmation goes, if one is sent. */
const ConfirmationNotice = () => {
  const confirmationsTo = useApiQuery(memberEndpoints.messageChoices, {}).data?.confirmationsTo ?? null;
  return (
    confirmationsTo !== null && (
      <p className={styles.confirmation}>
        예약 확정 메시지를 <strong>{confirmationsTo}</strong> 번호로 보내 드립니다.
      </p>
    )
  );
};

const CompletePage = () => {
  const visit = useApiQuery(studioEndpoints.introduce, {}).data;
  const categories = useApiQuery(studioEndpoints.categories, {}).data;
  const reservation = useBookingDraft((draft) => draft.result);
  // In an effect, because until then the form is still shown and would redirect without its category.
  useEffect(clearChoices, []);
  if (reservation === null) return <Navigate to={paths.reserveType()} replace />;
  const isByPhone = reservation.meetingKind === 'PHONE';
  const preparation = categories?.[reservation.shootType]?.preparation ?? '';
  return (
    <div className={styles.page}>
      <div className={styles.steps}>
        <BookingStepper current="완료" />
      </div>
      <header>
        <h1 className="title">예약이 완료되었습니다</h1>
        <p className={styles.lead}>
          {isByPhone ? '약속한 시간에 전화드리겠습니다.' : '미팅에서 뵙겠습니다.'} 문의하실 때는 아래 예약
          번호를 알려 주세요.
        </p>
      </header>
      <ConfirmationNotice />
      <ChangeDeadlineNotice meeting={reservation} />
      <CopyCode code={reservation.reservationCode} />
      <DescriptionList
        facts={[
          ['카테고리', <CategoryName key="category" id={reservation.shootType} />],
          ['날짜', formatDate(reservation.date)],
          ['시간', formatSlot(reservation.time)],
          ['희망 촬영 날짜', reservation.desiredShootDate],
          ['촬영 장소', reservation.location],
          ['요청 사항', reservation.notes],
          ...meetingFacts(reservation),
        ]}
      />
      <div className={cx('stack-3', styles.actions)}>
        <ButtonLink to={paths.reservationHistory()} size="large">
          예약 내역 보기
        </ButtonLink>
        <CalendarButton reservation={reservation} size="large" />
        <ButtonLink to={paths.home()} variant="secondary" size="large">
          홈으로
        </ButtonLink>
      </div>
      <div className={styles.visit}>
        {visit !== undefined && !isByPhone && <Directions content={visit} />}
      </div>
      {preparation !== '' && (
        <section className={cx('stack-4', styles.section)} aria-labelledby="preparation-title">
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
