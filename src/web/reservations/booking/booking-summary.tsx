import { formatDate, formatShortDate } from '#contract/seoul-time.ts';
import { formatSlot, type Slot } from '#contract/slots.ts';
import { formatShortMeeting } from '#web/reservations/format-meeting.ts';
import styles from './booking-summary.module.css';
import { DescriptionList } from '#web/ui/description-list.tsx';

export interface BookingChoices {
  readonly label?: string;
  readonly date?: string | null;
  readonly time?: Slot | null;
}

/** `웨딩 · 11.27 금 15:00`, as far as it is chosen. */
export const describeChoices = ({ label = '', date, time }: BookingChoices): string => {
  if (date == null) return label;
  return `${label} · ${time == null ? formatShortDate(date) : formatShortMeeting({ date, time })}`;
};

export const BookingSummary = ({ choices: { label = '', date, time } }: { choices: BookingChoices }) => (
  <section className={styles.summary} aria-labelledby="summary-title" data-empty={label === '' || undefined}>
    <h2 id="summary-title" className={styles.title}>
      예약 내용
    </h2>
    {label === '' && <p className="muted">선택하신 내용이 여기에 표시됩니다.</p>}
    <DescriptionList
      facts={[
        ['카테고리', label],
        ['날짜', date == null ? '' : formatDate(date)],
        ['시간', time == null ? '' : formatSlot(time)],
      ]}
    />
  </section>
);
