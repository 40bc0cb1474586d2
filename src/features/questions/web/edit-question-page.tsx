import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { LOGIN_NEEDED, RequireRole } from '#core/auth/web/require-role.tsx';
import { ForbiddenPage } from '#core/content/web/pages/forbidden-page.tsx';
import { NotFoundPage } from '#core/content/web/pages/not-found-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { entityId } from '#platform/contract/fields.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { isAdmin, useSession } from '#platform/web/client/api/session.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { WidePage } from '#platform/web/ui/wide-page.tsx';
import { questionDraftEndpoints } from '../contract/question-drafts.ts';
import { questionEndpoints, type Question } from '../contract/questions.ts';
import { QuestionForm } from './question-form.tsx';

const { getQuestion } = questionEndpoints;
const { updateQuestion } = questionDraftEndpoints;

const EditForm = ({ question }: { question: Question }) => {
  const navigate = useNavigate();
  const location = useLocation();
  const { id, title, content, secret, notify } = question;
  const [saved] = useState({ title, content, secret, notify });
  const finish = async (): Promise<void> => {
    if (!(await showAlert('문의를 수정했습니다.'))) return;
    // Goes back in the history when the visitor came from a list, which usually restores its state.
    const { isFromList = false } = (location.state ?? {}) as { isFromList?: boolean };
    await (isFromList ? navigate(-1) : navigate(paths.questions(), { replace: true }));
  };
  return (
    <QuestionForm
      id={id}
      saved={saved}
      action="수정"
      isAuthor={question.mine}
      send={(body) => browserApi.call(updateQuestion, { params: { id }, body })}
      onDone={finish}
    />
  );
};

const EditQuestion = ({ id }: { id: number }) => {
  const session = useSession();
  const question = useApiQuery(getQuestion, { params: { id } });
  const { data, error } = question;
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (data?.mine === false && !isAdmin(session?.role ?? '')) return <ForbiddenPage />;
  return (
    <WidePage title="문의 수정" lead="수정한 내용은 목록에 바로 반영됩니다.">
      {question.isPending && <Skeleton label="문의를 불러오는 중입니다." count={4} />}
      {data !== undefined && <EditForm question={data} />}
      {data === undefined && error !== null && (
        <LoadFailure error={error} onRetry={() => void question.refetch()} />
      )}
    </WidePage>
  );
};

const EditQuestionPage = () => {
  const id = entityId.safeParse(useParams()['id']);
  if (!id.success) return <NotFoundPage />;
  return (
    <RequireRole role="member" alert={LOGIN_NEEDED}>
      <EditQuestion key={id.data} id={id.data} />
    </RequireRole>
  );
};

export default EditQuestionPage;
