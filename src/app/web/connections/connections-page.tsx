import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { describeRefusal } from '#core/messages/contract/refusal-reasons.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { CopyField } from '#platform/web/client/copy-field.tsx';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { Collapsible } from '#platform/web/ui/collapsible.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { connectionEndpoints, type Connection } from '../../contract/connections.ts';
import { ConnectionForm } from './connection-form.tsx';
import { connectionGuides } from './connection-guides.ts';
import { ConnectionTrial } from './connection-trial.tsx';

const stateLabels: Readonly<Record<Connection['state'], string>> = {
  ENV: '서버 설정을 따름',
  STORED: '연결됨',
  UNREADABLE: '다시 입력해 주세요',
  NONE: '연결하지 않음',
};

const Guide = ({ name }: Pick<Connection, 'name'>) => {
  const { console: site, steps } = connectionGuides[name];
  return (
    <>
      <ol className="stack-2 note">
        {steps.map((step, index) => (
          <li key={step}>
            {index + 1}. {step}
          </li>
        ))}
      </ol>
      {site !== undefined && (
        <p>
          <a href={site.url} target="_blank" rel="noreferrer" className="link">
            {site.label} 열기
          </a>
        </p>
      )}
    </>
  );
};

const ConnectionDetails = ({ connection }: { connection: Connection }) => {
  const { name, state, redirectUri, balanceWon, lastCode } = connection;
  const [isSaved, setIsSaved] = useState(false);
  const isUsed = state === 'ENV' || state === 'STORED';
  const failure = lastCode === null ? null : describeRefusal(lastCode);
  return (
    <div className="stack-6">
      {state === 'UNREADABLE' && (
        <Notice tone="warning">
          서버의 비밀 키가 바뀌어 저장된 키를 읽을 수 없습니다. 다시 입력해 주세요.
        </Notice>
      )}
      {failure !== null && (
        <Notice tone="warning">
          마지막 발송 실패: {failure.reason}. {failure.action}
        </Notice>
      )}
      {balanceWon !== null && <p>남은 잔액 {balanceWon.toLocaleString('ko-KR')}원</p>}
      {isSaved && isUsed && (
        <Notice tone="success">저장했습니다. 바로 사용합니다. 아래에서 시험해 보세요.</Notice>
      )}
      {isUsed && <ConnectionTrial connection={connection} />}
      {!isUsed && <Guide name={name} />}
      {redirectUri !== null && <CopyField label="리디렉션 주소" value={redirectUri} object="주소를" />}
      {state === 'ENV' ? (
        <p className="note">서버의 환경 변수가 정합니다. 여기서는 변경할 수 없습니다.</p>
      ) : (
        <ConnectionForm key={state} connection={connection} onSaved={() => setIsSaved(true)} />
      )}
    </div>
  );
};

const Connections = () => {
  const { data, error, isPending, refetch } = useApiQuery(connectionEndpoints.listConnections, {});
  const [query] = useSearchParams();
  if (isPending) return <Skeleton label="연결을 불러오는 중입니다." shape="row" count={7} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return data.map((connection) => (
    <Collapsible
      key={connection.name}
      title={connectionGuides[connection.name].title}
      note={stateLabels[connection.state]}
      isOpen={query.get('tried') === connection.name}
    >
      <ConnectionDetails connection={connection} />
    </Collapsible>
  ));
};

const ConnectionsPage = () => (
  <AdminPage isNarrow>
    <AdminHead title="연결" back={{ to: paths.settings(), label: '설정' }} />
    <Connections />
  </AdminPage>
);

export default ConnectionsPage;
