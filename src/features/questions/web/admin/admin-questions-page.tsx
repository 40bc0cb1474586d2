import { Link, useSearchParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { SearchForm } from '#platform/web/client/forms/search-form.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { adminQuestionEndpoints } from '../../contract/admin-questions.ts';
import { AdminQuestions, type QuestionFilters } from './admin-questions.tsx';
import pill from '#platform/web/ui/pill.module.css';
import styles from './admin-questions-page.module.css';

const tabs = [
  { answered: undefined, label: '전체' },
  { answered: 'false', label: '답변 대기' },
  { answered: 'true', label: '답변 완료' },
] as const;

/** The filters in the address. Only the question with `id` is shown, open. */
const readFilters = (query: URLSearchParams): QuestionFilters =>
  Object.fromEntries(
    [...query].filter(
      ([name, value]) =>
        ['keyword', 'id'].includes(name) || (name === 'answered' && ['true', 'false'].includes(value)),
    ),
  );

const Tabs = ({ answered: shown, keyword }: QuestionFilters) => {
  const search = keyword === undefined ? {} : { keyword };
  const { data: counts } = useApiQuery(adminQuestionEndpoints.countQuestions, { query: search });
  const numbers = counts && [counts.waiting + counts.answered, counts.waiting, counts.answered];
  return (
    <nav aria-label="답변 상태" className="row-3 wrap middle">
      {tabs.map(({ answered, label }, index) => (
        <Link
          key={label}
          to={paths.adminQuestions({ ...(answered === undefined ? {} : { answered }), ...search })}
          className={pill.pill}
          aria-current={answered === shown ? 'page' : undefined}
          preventScrollReset
        >
          {label} {numbers && <span className={styles.number}>{formatNumber(numbers[index] ?? 0)}</span>}
        </Link>
      ))}
    </nav>
  );
};

const AdminQuestionsPage = () => {
  const [query, setQuery] = useSearchParams();
  const filters = readFilters(query);
  const { keyword, id, ...others } = filters;
  return (
    <AdminPage>
      <AdminHead title="문의 관리">
        <ButtonLink to={paths.adminNotifications()} variant="secondary">
          메시지 기록
        </ButtonLink>
      </AdminHead>
      <SearchForm
        label="제목, 내용, 작성자"
        keyword={keyword ?? null}
        onSearch={(next) => setQuery({ ...others, keyword: next })}
        onClear={keyword === undefined && id === undefined ? null : () => setQuery(others)}
      />
      <Tabs {...filters} />
      <AdminQuestions
        key={JSON.stringify(filters)}
        filters={filters}
        empty={<EmptyState title={keyword === undefined ? '문의가 없습니다.' : '검색 결과가 없습니다.'} />}
      />
    </AdminPage>
  );
};

export default AdminQuestionsPage;
