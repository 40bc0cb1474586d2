import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { describeRefusal } from '#core/messages/contract/refusal-reasons.ts';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import { formatPhone } from '#platform/contract/text/format-phone.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { useAction, type ActionReport } from '#platform/web/client/use-action.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { connectionEndpoints, type Connection } from '../../contract/connections.ts';

const { tryConnection } = connectionEndpoints;
type Result = ResponseOf<typeof tryConnection>;

const describeFailure = (code: string): ActionReport => {
  const { reason, action } = describeRefusal(code);
  return { tone: 'error', text: `${reason}: ${action}` };
};

const describeResult = ({ code, to }: Result): ActionReport => {
  if (code !== null) return describeFailure(code);
  const text = to === null ? '쓰기, 읽기, 삭제를 확인했습니다.' : `${formatPhone(to)}로 발송했습니다.`;
  return { tone: 'success', text };
};

/** The result that the URL contains after a trial of this social login; null without one. */
const readReturned = (query: URLSearchParams, name: Connection['name']): ActionReport | null => {
  const result = query.get('tried') === name ? query.get('result') : null;
  if (result === null) return null;
  return result === 'ok'
    ? { tone: 'success', text: '로그인을 확인했습니다.' }
    : describeFailure(`OAUTH_${result}`);
};

/** Sends a test SMS or e-mail, writes to, reads and deletes from the bucket, or leads to the provider's login. */
export const ConnectionTrial = ({ connection: { name, redirectUri } }: { connection: Connection }) => {
  const { run, isRunning, report } = useAction();
  const [query] = useSearchParams();
  const [result, setResult] = useState<Result | null>(null);
  const attempt = () =>
    run(async () => {
      setResult(null);
      setResult(await browserApi.call(tryConnection, { params: { name } }));
    });
  const shown = result === null ? (report ?? readReturned(query, name)) : describeResult(result);
  return (
    <div className="stack-3">
      <div>
        {redirectUri === null ? (
          <Button variant="secondary" isLoading={isRunning} onClick={() => void attempt()}>
            {name === 'backup' ? '시험' : '나에게 시험'}
          </Button>
        ) : (
          <a
            className={buttonClass({ variant: 'secondary' })}
            href={`/oauth2/authorization/${name}?trial=on`}
          >
            나에게 시험
          </a>
        )}
      </div>
      {shown !== null && (
        <Notice
          tone={shown.tone}
          action={
            result?.code === 'NO_NUMBER' && (
              <ButtonLink to={paths.myInfo()} variant="secondary">
                내 정보
              </ButtonLink>
            )
          }
        >
          {shown.text}
        </Notice>
      )}
    </div>
  );
};
