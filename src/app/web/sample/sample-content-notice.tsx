import { sampleEndpoints } from '../../contract/sample.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { askConfirm } from '#platform/web/client/alert.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';

const CONFIRM = '예시 사진과 문의를 모두 삭제할까요?\n되돌릴 수 없습니다.';
const { sampleContent, removeSampleContent } = sampleEndpoints;

/** Tells an admin that the site has sample content, and removes it on request. Without any, renders at most the result of that. */
export const SampleContentNotice = () => {
  const { data } = useApiQuery(sampleContent, {});
  const { send, isRunning, report } = useAction();

  const remove = async (): Promise<void> => {
    if (!(await askConfirm({ message: CONFIRM, confirmLabel: '모두 삭제', isDanger: true }))) return;
    await send(removeSampleContent, {}, () => '예시 자료를 모두 삭제했습니다.');
  };

  const hasSamples = data !== undefined && data.photos + data.questions > 0;
  return (
    <>
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      {hasSamples && (
        <Notice
          action={
            <Button variant="secondary" isLoading={isRunning} onClick={() => void remove()}>
              예시 자료 삭제
            </Button>
          }
        >
          예시 사진 {data.photos}장과 예시 문의 {data.questions}건이 등록되어 있습니다.
        </Notice>
      )}
    </>
  );
};
