import { useState } from 'react';
import { memberEndpoints, type MessageChoices as Choices } from '#contract/members.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { LoadFailure } from '#web/shell/load-failure.tsx';
import { useAction } from '#web/shell/use-action.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const { messageChoices, changeMessageChoices } = memberEndpoints;
const labels: Readonly<Record<keyof Choices, string>> = {
  reminders: '미팅 전날과 당일에 알림 받기',
  answers: '문의에 답변이 등록되면 알림 받기',
};

/** The messages that a member can do without. Each change is saved at once. */
export const MessageChoices = () => {
  const { data, error, isPending, refetch } = useApiQuery(messageChoices, {});
  /** The change that is being saved. */
  const [chosen, setChosen] = useState<Partial<Choices>>({});
  const { send, isRunning, report } = useAction();
  if (isPending) return <Skeleton label="메시지 설정을 불러오는 중입니다." count={2} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const { reminders, answers } = data;
  const save = async (change: Partial<Choices>): Promise<void> => {
    setChosen(change);
    const body = { reminders, answers, ...change };
    await send(changeMessageChoices, { body }, () => '저장했습니다.');
    setChosen({});
  };
  return (
    <div>
      {(['reminders', 'answers'] as const).map((name) => (
        <Checkbox
          key={name}
          label={labels[name]}
          checked={chosen[name] ?? data[name]}
          disabled={isRunning}
          onChange={({ target }) => void save({ [name]: target.checked })}
        />
      ))}
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
    </div>
  );
};
