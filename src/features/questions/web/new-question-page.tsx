import { useNavigate } from 'react-router';
import { LOGIN_NEEDED, RequireRole } from '#core/auth/web/require-role.tsx';
import { paths } from '#core/content/web/paths.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { WidePage } from '#platform/web/ui/wide-page.tsx';
import { questionDraftEndpoints } from '../contract/question-drafts.ts';
import { QuestionForm } from './question-form.tsx';

const NewQuestionPage = () => {
  const navigate = useNavigate();
  const finish = async (): Promise<void> => {
    const isRead = await showAlert('문의를 등록했습니다.\n답변은 문의 목록에서 볼 수 있습니다.');
    if (isRead) await navigate(paths.questions(), { replace: true });
  };
  return (
    <RequireRole role="member" alert={LOGIN_NEEDED}>
      <WidePage
        title="문의하기"
        lead="촬영과 예약에 대해 궁금한 점을 남겨 주세요. 스튜디오에서 직접 확인하고 답변해 드립니다."
      >
        <QuestionForm
          action="문의하기"
          isAuthor
          send={(body) => browserApi.call(questionDraftEndpoints.createQuestion, { body })}
          onDone={finish}
        />
      </WidePage>
    </RequireRole>
  );
};

export default NewQuestionPage;
