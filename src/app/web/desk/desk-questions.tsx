import { RecordList } from '#platform/web/client/record-list.tsx';
import type { Desk } from '../../contract/desk.ts';
import { toQuestionRecord } from './question-record.tsx';

/** The newest inquiries. */
export const DeskQuestions = ({ questions }: Pick<Desk, 'questions'>) => (
  <section aria-labelledby="desk-questions" className="stack-3 start">
    <h2 id="desk-questions">최근 문의</h2>
    {questions.length === 0 ? (
      <p className="muted">아직 문의가 없습니다.</p>
    ) : (
      <RecordList label="최근 문의" records={questions.map(toQuestionRecord)} />
    )}
  </section>
);
