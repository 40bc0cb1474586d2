import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import {
  validateQuestionKeyword,
  serializeQuestionSearch,
  type QuestionSearch,
  type QuestionSearchField,
} from './question-search.ts';
import styles from './question-search-form.module.css';

const searchFieldOptions: readonly { readonly value: QuestionSearchField; readonly label: string }[] = [
  { value: 'title', label: '제목' },
  { value: 'content', label: '내용' },
];

/** A GET form that works without JavaScript. Give it a `key` per search. */
export const QuestionSearchForm = ({ search }: { search: QuestionSearch }) => {
  const navigate = useNavigate();
  const [field, setField] = useState<QuestionSearchField>(search.in);
  const [error, setError] = useState(
    search.keyword === null ? undefined : validateQuestionKeyword(search.keyword),
  );
  const [isMine, setIsMine] = useState(search.mine);
  const [shown, setShown] = useState(search.mine);
  // Back and Forward may change `mine` without unmounting the form.
  if (shown !== search.mine) {
    setShown(search.mine);
    setIsMine(search.mine);
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const input = event.currentTarget.querySelector('input');
    const keyword = input?.value ?? '';
    const keywordError = validateQuestionKeyword(keyword);
    setError(keywordError);
    if (keywordError === undefined)
      void navigate(paths.questions(serializeQuestionSearch({ in: field, keyword, mine: isMine })));
    else input?.focus();
  };

  const showMine = (mine: boolean): void => {
    setIsMine(mine);
    void navigate(paths.questions(serializeQuestionSearch({ ...search, mine })), {
      preventScrollReset: true,
    });
  };

  return (
    <form
      role="search"
      action={paths.questions()}
      className={cx('stack-3', styles.form)}
      onSubmit={submit}
      noValidate
    >
      <Select
        label="검색 기준"
        name="in"
        value={field}
        options={searchFieldOptions}
        onChange={(value) => setField(value === 'content' ? 'content' : 'title')}
      />
      <TextField
        label="검색어"
        name="keyword"
        type="search"
        autoComplete="off"
        defaultValue={search.keyword ?? ''}
        error={error}
        suffix={
          <Button type="submit" variant="secondary">
            검색
          </Button>
        }
      />
      {search.keyword !== null && (
        <ButtonLink
          to={paths.questions(serializeQuestionSearch({ ...search, keyword: null }))}
          variant="secondary"
        >
          전체 보기
        </ButtonLink>
      )}
      <div className={styles.mine}>
        <Checkbox
          label="내 문의만 보기"
          name="mine"
          value="true"
          checked={isMine}
          onChange={({ target }) => showMine(target.checked)}
        />
      </div>
    </form>
  );
};
