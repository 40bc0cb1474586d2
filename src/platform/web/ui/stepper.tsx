import { Check } from 'lucide-react';
import styles from './stepper.module.css';

interface StepperProps {
  readonly label: string;
  readonly steps: readonly string[];
  /** Index of the current step; the length of `steps` when all are done. */
  readonly current: number;
  readonly doneText: string;
}

export const Stepper = ({ label, steps, current, doneText }: StepperProps) => (
  <ol className={styles.stepper} aria-label={label}>
    {steps.map((step, index) => (
      <li
        key={step}
        className={styles.step}
        data-state={index < current ? 'done' : index === current ? 'now' : 'next'}
        aria-current={index === current ? 'step' : undefined}
      >
        <span className={styles.mark} aria-hidden="true">
          {index < current ? <Check size={16} strokeWidth={2.5} /> : index + 1}
        </span>
        <span>
          {step}
          {index < current && <span className="visually-hidden"> {doneText}</span>}
        </span>
      </li>
    ))}
  </ol>
);
