import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { describeRefusal } from '#core/messages/contract/refusal-reasons.ts';
import { formatPhone } from '#platform/contract/text/format-phone.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { useAction, type ActionReport } from '#platform/web/client/use-action.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { connectionEndpoints, type Connection } from '../../contract/connections.ts';

const describeFailure = (code: string): ActionReport => {
  const { reason, action } = describeRefusal(code);
  return { tone: 'error', text: `${reason}: ${action}` };
};

/** The result in the URL with which a trial of a social login returned; null without one. */
const readReturned = (query: URLSearchParams, name: Connection['name']): ActionReport | null => {
  const result = query.get('tried') === name ? query.get('result') : null;
  if (result === null) return null;
  return result === 'ok'
    ? { tone: 'success', text: '로그인을 확인했습니다.' }
    : describeFailure(`OAUTH_${result}`);
};

/** Sends a test SMS or e-mail, uses the bucket once, or leads to the provider's login. */
export const ConnectionTrial = ({ connection: { name, redirectUri } }: { connection: Connection }) => {
  const { run, isRunning, report } = useAction();
  const [query] = useSearchParams();
  const [needsPhone, setNeedsPhone] = useState(false);
  const [outcome, setOutcome] = useState<ActionReport | null>(null);
  const attempt = () =>
    run(async () => {
      setOutcome(null);
      const { code, to } = await browserApi.call(connectionEndpoints.tryConnection, { params: { name } });
      const text = to === null ? '쓰기, 읽기, 삭제를 확인했습니다.' : `${formatPhone(to)}로 발송했습니다.`;
      setNeedsPhone(code === 'NO_NUMBER');
      setOutcome(code === null ? { tone: 'success', text } : describeFailure(code));
      return null;
    });
  const shown = outcome ?? report ?? readReturned(query, name);
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
            needsPhone && (
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
