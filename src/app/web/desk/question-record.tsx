import { paths } from '#core/content/web/paths.ts';
import { formatDateTime } from '#platform/contract/seoul-time.ts';
import type { ListedRecord } from '#platform/web/client/record-list.tsx';
import { Badge } from '#platform/web/ui/badge.tsx';
import type { Desk } from '../../contract/desk.ts';

/** An inquiry as a row that leads to it. */
export const toQuestionRecord = ({
  id,
  title,
  memberName,
  createdAt,
  answered,
}: Desk['questions'][number]): ListedRecord => ({
  id: `question ${id}`,
  to: paths.adminQuestions({ id: String(id) }),
  title,
  meta: [memberName, formatDateTime(new Date(createdAt))],
  badge: <Badge tone={answered ? 'done' : 'waiting'}>{answered ? '답변 완료' : '답변 대기'}</Badge>,
});
