import type { FormEventHandler, ReactNode } from 'react';
import { formatDate, formatDateWithoutYear, formatTime } from '#platform/contract/seoul-time.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { DescriptionList } from '#platform/web/ui/description-list.tsx';
import { Stepper } from '#platform/web/ui/stepper.tsx';
import { formatSlot, slotStart, type Slot } from '../../contract/slots.ts';
import { useReleaseOnExit } from './use-release-on-exit.ts';
import styles from './booking-step.module.css';

interface BookingChoices {
  readonly label?: string | undefined;
  readonly date?: string | null;
  readonly time?: Slot | null;
}

/** `웨딩 · 11월 27일(금) 오후 3시`, as far as it is chosen. */
const describeChoices = ({ label = '', date, time }: BookingChoices): string => {
  if (date == null) return label;
  return `${label} · ${formatDateWithoutYear(date)}${time == null ? '' : ` ${formatTime(slotStart(time))}`}`;
};

const BookingSummary = ({ choices: { label = '', date, time } }: { choices: BookingChoices }) => (
  <section
    className={cx('stack-3 ruled', styles.summary)}
    aria-labelledby="summary-title"
    data-empty={label === '' || undefined}
  >
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

const steps = ['카테고리', '날짜', '정보', '완료'] as const;
export type StepName = (typeof steps)[number];

export const BookingStepper = ({ current }: { current: StepName }) => (
  <div className={styles.stepper}>
    <Stepper label="예약 단계" steps={steps} current={steps.indexOf(current)} doneText="완료" />
  </div>
);

interface BookingStepProps {
  readonly current: StepName;
  readonly title: string;
  readonly choices: BookingChoices;
  readonly backTo: string;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  /** The button that submits the step. */
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** One step of the booking as a form, so that Enter submits it, with a summary. */
export const BookingStep = ({
  current,
  title,
  choices,
  backTo,
  onSubmit,
  action,
  children,
}: BookingStepProps) => {
  useReleaseOnExit();
  return (
    <form className={cx('stack-8', styles.page)} onSubmit={onSubmit} noValidate>
      <BookingStepper current={current} />
      <div className={cx('stack-6 start fit', styles.main)}>
        <h1 className="title">{title}</h1>
        {children}
      </div>
      <div className={styles.side}>
        <BookingSummary choices={choices} />
      </div>
      <div className={styles.bar}>
        {/* The summary of the form may be out of view on a phone. */}
        <p className={cx('small strong', styles.choice)} aria-hidden="true">
          {describeChoices(choices)}
        </p>
        <ButtonLink to={backTo} variant="secondary" size="large">
          뒤로
        </ButtonLink>
        {action}
      </div>
    </form>
  );
};
