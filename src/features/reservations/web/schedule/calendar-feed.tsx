import { askConfirm, showAlert } from '#platform/web/client/alert.tsx';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { CopyField } from '#platform/web/client/copy-field.tsx';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { scheduleEndpoints } from '../../contract/schedule.ts';

const { calendarFeed, createCalendarFeed, revokeCalendarFeed } = scheduleEndpoints;

const apps = [
  ['Google 캘린더', '컴퓨터에서 ‘다른 캘린더’ 옆 + → ‘URL로 추가’에 붙여 넣으세요.'],
  ['Apple 캘린더', '아이폰 설정 → 캘린더 → 계정 추가 → 기타 → ‘구독 캘린더 추가’에 붙여 넣으세요.'],
  ['Outlook', '‘일정 추가’ → ‘웹에서 구독’에 붙여 넣으세요.'],
] as const;

/** Shows the URL at which calendar apps subscribe to the studio's reservations. */
export const CalendarFeed = () => {
  const { data, error, isPending, refetch } = useApiQuery(calendarFeed, {});
  const { send, isRunning } = useAction();

  const change = async (endpoint: typeof createCalendarFeed | typeof revokeCalendarFeed): Promise<void> => {
    const outcome = await send(endpoint, {});
    if (outcome !== null) void showAlert(outcome.text);
  };
  const renew = async (): Promise<void> => {
    const message = '새 주소로 변경할까요?\n현재 주소를 등록한 캘린더는 더 이상 업데이트되지 않습니다.';
    if (await askConfirm({ message, confirmLabel: '변경' })) await change(createCalendarFeed);
  };
  const revoke = async (): Promise<void> => {
    const message = '구독 주소를 삭제할까요?\n이 주소를 등록한 캘린더에서는 더 이상 일정을 볼 수 없습니다.';
    if (await askConfirm({ message, confirmLabel: '삭제', isDanger: true })) await change(revokeCalendarFeed);
  };

  if (isPending) return <Skeleton label="구독 주소를 불러오는 중입니다." shape="row" count={1} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Notice>
        주소를 아는 사람은 누구나 예약 일정을 볼 수 있으니 다른 사람과 공유하지 마세요. 예약자 이름은 일부만
        표시됩니다.
      </Notice>
      {data.url === null ? (
        <>
          <p className="muted">
            주소를 만들어 휴대폰이나 컴퓨터의 캘린더에 추가하면 예약이 자동으로 표시됩니다. 아직 만든 주소가
            없습니다.
          </p>
          <div className="row-2 wrap">
            <Button isLoading={isRunning} onClick={() => void change(createCalendarFeed)}>
              주소 만들기
            </Button>
          </div>
        </>
      ) : (
        <>
          <CopyField label="구독 주소" value={data.url} object="주소를" />
          <ul className="stack-2" aria-label="캘린더에 추가하는 방법">
            {apps.map(([name, text]) => (
              <li key={name}>
                <strong>{name}</strong> <span className="note">{text}</span>
              </li>
            ))}
          </ul>
          <div className="row-2 wrap">
            <Button variant="secondary" isLoading={isRunning} onClick={() => void renew()}>
              새 주소로 변경
            </Button>
            <Button variant="danger" isLoading={isRunning} onClick={() => void revoke()}>
              주소 삭제
            </Button>
          </div>
        </>
      )}
    </>
  );
};
