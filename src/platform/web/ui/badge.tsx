import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './badge.module.css';

const shapes = {
  done: 'check',
  waiting: 'clock',
  booked: 'calendarCheck',
  blocked: 'ban',
  plain: null,
} as const;

interface BadgeProps {
  readonly tone: keyof typeof shapes;
  /** The state as text, because colour alone must not convey it. */
  readonly children: ReactNode;
}

export const Badge = ({ tone, children }: BadgeProps) => {
  const shape = shapes[tone];
  return (
    <span className={styles.badge} data-tone={tone}>
      {shape !== null && <Icon shape={shape} size={14} />}
      {children}
    </span>
  );
};
