import type { ReactNode } from 'react';
import { formatDateTime } from '#platform/contract/seoul-time.ts';
import { cx } from '#platform/web/ui/cx.ts';
import type { Notification } from '../contract/notifications.ts';
import { DeliveryState, formatRecipient } from './message-delivery.tsx';
import styles from './message-table.module.css';

interface MessageTableProps {
  /** For assistive technology. */
  readonly caption: string;
  readonly messages: readonly Notification[];
  readonly showsAttempts?: boolean;
  /** Queues a message again; null for one that cannot be. */
  readonly resendButton: (message: Notification) => ReactNode;
}

const headers = ['등록 일시', '받는 사람', '내용', '상태', '발송 횟수', '처리'] as const;

/** Messages and what became of them, on a phone as cards. Explicit roles keep this a table when CSS shows cards. */
export const MessageTable = ({ caption, messages, showsAttempts, resendButton }: MessageTableProps) => {
  const shown = headers.filter((header) => showsAttempts || header !== '발송 횟수');
  const cellsOf = (message: Notification): Record<(typeof headers)[number], ReactNode> => ({
    '등록 일시': <time dateTime={message.createdAt}>{formatDateTime(new Date(message.createdAt))}</time>,
    '받는 사람': formatRecipient(message),
    내용: message.label,
    상태: <DeliveryState notification={message} />,
    '발송 횟수': `${message.state === 'SIMULATED' ? 0 : message.attempts}회`,
    처리: resendButton(message) ?? '–',
  });
  return (
    <table role="table" className={cx('full small', styles.table)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {shown.map((header) => (
            <th key={header} role="columnheader" scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {messages.map((message) => {
          const cells = cellsOf(message);
          return (
            <tr key={message.id} role="row" className={styles.row}>
              {shown.map((header) => {
                const isName = header === '받는 사람';
                const Cell = isName ? 'th' : 'td';
                return (
                  <Cell
                    key={header}
                    role={isName ? 'rowheader' : 'cell'}
                    scope={isName ? 'row' : undefined}
                    className={cx('tabular', styles.cell)}
                  >
                    <span className={cx('note', styles.label)} aria-hidden="true">
                      {header}
                    </span>
                    {cells[header]}
                  </Cell>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
