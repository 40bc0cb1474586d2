import { Link } from 'react-router';
import { legalDocumentTitles } from '#contract/legal/documents.ts';
import { formatDay } from '#contract/seoul-time.ts';
import type { Studio } from '#contract/studio.ts';
import { withSubjectParticle } from '#contract/text/korean-particles.ts';
import { paths } from '#web/paths.ts';
import styles from './upcoming-documents.module.css';

/** Announces documents that will change, above every page. */
export const UpcomingDocuments = ({ documents }: { documents: Studio['upcomingDocuments'] }) =>
  documents.length > 0 && (
    <ul className={styles.bar} aria-label="바뀌는 약관과 방침">
      {documents.map(({ kind, version, effectiveOn }) => (
        <li key={kind}>
          <Link to={paths.legalDocument(kind, version)} className={styles.link}>
            {formatDay(effectiveOn)}부터 {withSubjectParticle(legalDocumentTitles[kind])} 바뀝니다. 내용 보기
          </Link>
        </li>
      ))}
    </ul>
  );
