import type { FormEventHandler, ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './booking-step.module.css';
import { BookingSummary, describeChoices, type BookingChoices } from './booking-summary.tsx';
import { useReleaseOnExit } from './use-release-on-exit.ts';

const steps = ['카테고리', '날짜', '정보', '완료'] as const;
export type StepName = (typeof steps)[number];

export const BookingStepper = ({ current }: { current: StepName }) => (
  <Stepper label="예약 단계" steps={steps} current={steps.indexOf(current)} doneText="완료" />
);

interface BookingStepProps {
  readonly current: StepName;
  readonly title: string;
  readonly choices: BookingChoices;
  readonly backTo: string;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  /** The button that leads on. */
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** One step of the booking as a form, so that Enter submits it, with a summary beside it. */
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
    <form className={styles.page} onSubmit={onSubmit} noValidate>
      <div className={styles.stepper}>
        <BookingStepper current={current} />
      </div>
      <div className={cx('stack-6 start fit', styles.main)}>
        <h1 className="title">{title}</h1>
        {children}
      </div>
      <div className={styles.side}>
        <BookingSummary choices={choices} />
      </div>
      <div className={styles.bar}>
        {/* The summary beside the form is out of view on a phone. */}
        <p className={styles.choice} aria-hidden="true">
          {describeChoices(choices)}
        </p>
        <Link to={backTo} className={buttonClass({ variant: 'secondary', size: 'large' })}>
          뒤로
        </Link>
        {action}
      </div>
    </form>
  );
};
