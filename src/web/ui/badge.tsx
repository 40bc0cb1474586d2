import { Ban, CalendarCheck, Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './badge.module.css';

const icons = { done: Check, waiting: Clock, booked: CalendarCheck, blocked: Ban, plain: null } as const;

interface BadgeProps {
  readonly tone: keyof typeof icons;
  /** The state in a word: colour never says it alone. */
  readonly children: ReactNode;
}

export const Badge = ({ tone, children }: BadgeProps) => {
  const Icon = icons[tone];
  return (
    <span className={styles.badge} data-tone={tone}>
      {Icon !== null && <Icon size={14} strokeWidth={2} aria-hidden="true" />}
      {children}
    </span>
  );
};
