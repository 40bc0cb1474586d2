import { Link } from 'react-router';
import { legalDocumentTitles, type LegalBlock, type LegalDocument } from '#contract/legal/documents.ts';
import { formatDate, formatDay } from '#contract/seoul-time.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { WidePage } from '#web/ui/wide-page.tsx';
import { LegalBlocks } from './legal-blocks.tsx';
import styles from './legal-document.module.css';

const sectionId = (index: number): string => `section-${index + 1}`;

/** Says that a version is not in force, and links to the one that is. */
const StateNotice = ({ document: { kind, state, effectiveOn } }: { document: LegalDocument }) => {
  if (state === 'IN_FORCE') return null;
  const states = {
    UPCOMING: `${formatDay(effectiveOn)}부터 시행할 내용입니다.`,
    PAST: '지금은 시행하지 않는 지난 내용입니다.',
    WITHDRAWN: `${formatDay(effectiveOn)}부터 시행하려다 취소한 내용입니다. 시행하지 않습니다.`,
  };
  return (
    <Notice>
      {states[state]} <Link to={paths.legalDocument(kind)}>지금 시행 중인 내용 보기</Link>
    </Notice>
  );
};

/** Links to the other versions. */
const Versions = ({ document: { kind, version, versions } }: { document: LegalDocument }) => {
  const others = versions.filter((other) => other.version !== version);
  if (others.length === 0) return null;
  return (
    <nav className={styles.contents} aria-label="다른 시행일의 내용">
      <ol>
        {others.map((other) => (
          <li key={other.version}>
            <Link to={paths.legalDocument(kind, other.version)}>
              {formatDay(other.effectiveOn)} {other.isWithdrawn ? '시행 취소' : '시행'}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
};

/** Without lists and tables, which the introduction of a page cannot contain. */
const isPlain = (blocks: readonly LegalBlock[]): boolean => blocks.every(({ text }) => text !== undefined);

/** The parts with a heading, after links to them. */
const Sections = ({ sections }: Pick<LegalDocument, 'sections'>) => {
  if (sections.length === 0) return null;
  return (
    <>
      <nav className={styles.contents} aria-label="목차">
        <ol>
          {sections.map(({ heading }, index) => (
            <li key={heading}>
              <a href={`#${sectionId(index)}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ heading, body }, index) => (
        <section key={heading} className={styles.section} aria-labelledby={sectionId(index)}>
          <h2 id={sectionId(index)} className={styles.heading} tabIndex={-1}>
            {heading}
          </h2>
          <LegalBlocks blocks={body} headingId={sectionId(index)} />
        </section>
      ))}
    </>
  );
};

export const LegalDocumentText = ({ document }: { document: LegalDocument }) => (
  <WidePage
    title={legalDocumentTitles[document.kind]}
    lead={isPlain(document.lead) && document.lead.map(({ text }) => text).join(' ')}
    note={
      <>
        {document.state === 'WITHDRAWN' ? '취소한 시행일' : '시행일'}{' '}
        <time dateTime={document.effectiveOn}>{formatDate(document.effectiveOn)}</time>
      </>
    }
    isReading
  >
    <StateNotice document={document} />
    {!isPlain(document.lead) && (
      <div className={styles.section}>
        <LegalBlocks blocks={document.lead} headingId="page-title" />
      </div>
    )}
    <Sections sections={document.sections} />
    <Versions document={document} />
  </WidePage>
);
