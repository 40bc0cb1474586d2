import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './notice.module.css';

const icons = { info: Info, warning: CircleAlert, error: CircleAlert, success: CircleCheck } as const;

interface NoticeProps {
  readonly tone?: keyof typeof icons;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** An inline message; an error is announced at once. */
export const Notice = ({ tone = 'info', children, action }: NoticeProps) => {
  const Icon = icons[tone];
  return (
    <div
      className={cx('row-3 wrap middle', styles.notice)}
      data-tone={tone}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <Icon size={20} aria-hidden="true" />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
};
