import type { ReactNode } from 'react';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { Badge } from '#platform/web/ui/badge.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { reviewLabels } from '../contract/alimtalk-settings.ts';
import { notificationEndpoints, type MessageExample } from '../contract/notifications.ts';
import { KakaoBubble } from './kakao-bubble.tsx';
import styles from './message-examples.module.css';

const MAX_SMS_BYTES = 90;

interface MessageProps {
  readonly title: string;
  readonly note: string;
  /** Whether this may be sent to customers. */
  readonly isSent: boolean;
  readonly children: ReactNode;
}

const Message = ({ title, note, isSent, children }: MessageProps) => (
  <div className={cx('stack-2 start fit', styles.message)}>
    <p className="row-2 middle">
      <strong>{title}</strong>
      <Badge tone={isSent ? 'done' : 'plain'}>{isSent ? '보냅니다' : '보내지 않습니다'}</Badge>
    </p>
    {children}
    <p className="note">{note}</p>
  </div>
);

const Example = ({ example: { label, sms, smsBytes, alimtalk } }: { example: MessageExample }) => {
  const isReplacement = alimtalk?.isSent === true;
  const bytes = `${smsBytes}/${MAX_SMS_BYTES}바이트`;
  return (
    <section className="stack-3" aria-label={label}>
      <h2 className="large">{label}</h2>
      <div className={cx('stack-4', styles.pair)}>
        {alimtalk !== null && (
          <Message
            title="알림톡"
            note={`검수 상태: ${reviewLabels[alimtalk.review]}`}
            isSent={alimtalk.isSent}
          >
            <KakaoBubble text={alimtalk.text} />
          </Message>
        )}
        <Message
          title="문자"
          note={isReplacement ? `${bytes}. 알림톡이 전달되지 않으면 보냅니다.` : bytes}
          isSent
        >
          <p className={styles.bubble}>{sms}</p>
        </Message>
      </div>
    </section>
  );
};

/** Examples of the messages to customers, made with the settings and their drafts. */
export const MessageExamples = () => {
  const { data, error, isPending, refetch } = useApiQuery(notificationEndpoints.listMessageTexts, {});
  if (isPending) return <Skeleton label="메시지를 불러오는 중입니다." shape="card" count={3} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return data.map((example) => <Example key={example.kind} example={example} />);
};
