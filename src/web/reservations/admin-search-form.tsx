import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { checkKeyword, isNarrowed } from './admin-search.ts';
import type { AdminSearch, SearchBy } from './admin-search.ts';
import styles from './admin-search-form.module.css';

const kinds: readonly { readonly value: SearchBy; readonly label: string }[] = [
  { value: 'name', label: '예약자 이름' },
  { value: 'code', label: '예약 번호' },
];

interface AdminSearchFormProps {
  readonly search: AdminSearch;
  readonly onSearch: (search: Pick<AdminSearch, 'by' | 'keyword'>) => void;
  /** Shows the whole list, without filters. */
  readonly onClear: () => void;
}

export const AdminSearchForm = ({ search, onSearch, onClear }: AdminSearchFormProps) => {
  const [by, setBy] = useState(search.by);
  const [keyword, setKeyword] = useState(search.keyword ?? '');
  const [error, setError] = useState<string>();
  const [shown, setShown] = useState(search);
  // Back in the browser leads to an earlier search.
  if (shown.by !== search.by || shown.keyword !== search.keyword) {
    setShown(search);
    setBy(search.by);
    setKeyword(search.keyword ?? '');
    setError(undefined);
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const wrong = checkKeyword(by, keyword);
    setError(wrong);
    if (wrong === undefined) onSearch({ by, keyword });
    else event.currentTarget.querySelector('input')?.focus();
  };

  return (
    <form role="search" className={styles.form} onSubmit={submit} noValidate>
      <Select
        label="검색 기준"
        value={by}
        options={kinds}
        onChange={(value) => {
          setBy(value === 'code' ? 'code' : 'name');
          setError(undefined);
        }}
      />
      <TextField
        label="검색어"
        type="search"
        autoComplete="off"
        value={keyword}
        onChange={({ target }) => setKeyword(target.value)}
        error={error}
        suffix={
          <Button type="submit" variant="secondary">
            검색
          </Button>
        }
      />
      {isNarrowed(search) && (
        <Button variant="secondary" onClick={onClear}>
          전체 보기
        </Button>
      )}
    </form>
  );
};
