import { useLoaderData, Link, type LoaderFunction } from 'react-router';
import {
  legalDocumentTitles,
  legalEndpoints,
  type LegalDocument,
  type LegalDocumentKind,
  type LegalBlock,
} from '#core/content/contract/legal/documents.ts';
import { LegalBlocks } from '#core/content/web/legal/legal-blocks.tsx';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { paths } from '#core/content/web/paths.ts';
import { formatDateWithoutWeekday } from '#platform/contract/seoul-time.ts';
import { ApiError, type Api } from '#platform/web/client/api/api.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { WidePage } from '#platform/web/ui/wide-page.tsx';
import { contentPages } from '../contract/pages.ts';
import styles from './legal-page.module.css';

const sectionId = (index: number): string => `section-${index + 1}`;

/** Says that a version is not in force, and links to the one that is. */
const StateNotice = ({ document: { kind, state, effectiveOn } }: { document: LegalDocument }) => {
  if (state === 'IN_FORCE') return null;
  const states = {
    UPCOMING: `${formatDateWithoutWeekday(effectiveOn)}부터 시행할 내용입니다.`,
    PAST: '지금은 시행하지 않는 지난 내용입니다.',
    WITHDRAWN: `${formatDateWithoutWeekday(effectiveOn)}부터 시행하려다 취소한 내용입니다. 시행하지 않습니다.`,
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
              {formatDateWithoutWeekday(other.effectiveOn)} {other.isWithdrawn ? '시행 취소' : '시행'}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
};

/** Whether there are no lists and tables, which the introduction of a page cannot contain. */
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
        <time dateTime={document.effectiveOn}>{formatDateWithoutWeekday(document.effectiveOn)}</time>
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

const descriptions: Readonly<Record<LegalDocumentKind, string>> = {
  terms: '홈페이지와 촬영 서비스의 이용 조건, 취소 및 환불 기준을 안내합니다.',
  privacy: '수집하는 개인정보의 항목과 이용 목적, 보유 기간, 파기 방법을 안내합니다.',
  over14: '회원가입 시 만 14세 이상인지 확인하는 이유와 방법을 안내합니다.',
  refund: '촬영 계약을 취소할 때의 환불 기준을 안내합니다.',
};

export const LegalPage = () => <LegalDocumentText document={useLoaderData<LegalDocument>()} />;

/** `?v=2` loads a version that need not be in force. */
export const loadLegalDocument =
  (api: Api, kind: LegalDocumentKind): LoaderFunction =>
  async ({ request }): Promise<LegalDocument> => {
    const version = new URL(request.url).searchParams.get('v');
    const isNumber = version !== null && /^[1-9][0-9]{0,5}$/.test(version);
    const query = isNumber ? { v: Number(version) } : {};
    try {
      return await api.call(legalEndpoints.legalDocument, { params: { kind }, query });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw new Response(null, { status: 404 });
      throw error;
    }
  };

export const legalMeta = ({ kind, state }: LegalDocument): PageMeta => ({
  title: legalDocumentTitles[kind],
  description: descriptions[kind],
  canonical: contentPages[kind].path,
  isNoindex: state !== 'IN_FORCE',
});
