import { Link } from 'react-router';
import { formatDateWithoutWeekday } from '#platform/contract/seoul-time.ts';
import { withSubjectParticle } from '#platform/contract/text/korean-particles.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { legalDocumentTitles } from '../contract/legal/documents.ts';
import type { Studio } from '../contract/studio.ts';
import { paths } from './paths.ts';
import styles from './upcoming-documents.module.css';

type UpcomingDocument = Studio['upcomingDocuments'][number];

const describe = ({ kind, effectiveOn, isWithdrawn }: UpcomingDocument): string => {
  const [day, title] = [formatDateWithoutWeekday(effectiveOn), legalDocumentTitles[kind]];
  return isWithdrawn
    ? `${day}에 시행하려던 ${title} 변경을 취소했습니다.`
    : `${day}부터 ${withSubjectParticle(title)} 바뀝니다.`;
};

/** Announces above the page which documents will change, and which announced changes were withdrawn. */
export const UpcomingDocuments = ({ documents }: { documents: Studio['upcomingDocuments'] }) =>
  documents.length > 0 && (
    <ul className={styles.bar} aria-label="바뀌는 약관과 방침">
      {documents.map((document) => (
        <li key={document.kind}>
          <Link
            to={paths.legalDocument(document.kind, document.version)}
            className={cx('row-1 middle small', styles.link)}
          >
            {describe(document)} 내용 보기
          </Link>
        </li>
      ))}
    </ul>
  );
