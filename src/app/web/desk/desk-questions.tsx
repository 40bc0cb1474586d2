import { paths } from '#core/content/web/paths.ts';
import { formatDateTime } from '#platform/contract/seoul-time.ts';
import { RecordList } from '#platform/web/client/record-list.tsx';
import { Badge } from '#platform/web/ui/badge.tsx';
import type { Desk } from '../../contract/desk.ts';

/** The newest inquiries. */
export const DeskQuestions = ({ questions }: Pick<Desk, 'questions'>) => (
  <section aria-labelledby="desk-questions" className="stack-3 start">
    <h2 id="desk-questions">최근 문의</h2>
    {questions.length === 0 ? (
      <p className="muted">아직 문의가 없습니다.</p>
    ) : (
      <RecordList
        label="최근 문의"
        records={questions.map(({ id, title, memberName, createdAt, answered }) => ({
          id,
          to: paths.adminQuestions({ answered: answered ? 'true' : 'false' }),
          title,
          meta: [memberName, formatDateTime(new Date(createdAt))],
          badge: <Badge tone={answered ? 'done' : 'waiting'}>{answered ? '답변 완료' : '답변 대기'}</Badge>,
        }))}
      />
    )}
  </section>
);
