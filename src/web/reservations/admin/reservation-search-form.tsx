import { useState, type FormEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import {
  validateReservationKeyword,
  isNarrowed,
  type ReservationSearch,
  type ReservationSearchField,
} from './reservation-search.ts';
import styles from './reservation-search-form.module.css';

const kinds: readonly { readonly value: ReservationSearchField; readonly label: string }[] = [
  { value: 'name', label: '예약자 이름' },
  { value: 'code', label: '예약 번호' },
];

interface ReservationSearchFormProps {
  readonly search: ReservationSearch;
  readonly onSearch: (search: Pick<ReservationSearch, 'by' | 'keyword'>) => void;
  /** Shows the whole list, without filters. */
  readonly onClear: () => void;
}

export const ReservationSearchForm = ({ search, onSearch, onClear }: ReservationSearchFormProps) => {
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
    const wrong = validateReservationKeyword(by, keyword);
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
