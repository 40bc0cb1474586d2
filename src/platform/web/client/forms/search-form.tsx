import { useState, type FormEvent } from 'react';
import { keyword as keywordRule } from '../../../contract/fields.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import styles from './search-form.module.css';

interface SearchKind<Kind extends string> {
  readonly value: Kind;
  readonly label: string;
  /** Validates a keyword and normalizes it. */
  readonly rule: typeof keywordRule;
}

interface SearchFormProps<Kind extends string> {
  readonly label: string;
  /** What can be searched for, offered as a choice. Absent: there is only one kind of search. */
  readonly kinds?: readonly SearchKind<Kind>[];
  /** The kind searched for; without a search the kind that is preselected. */
  readonly kind?: Kind;
  /** The keyword searched for; null without a search. */
  readonly keyword: string | null;
  readonly onSearch: (keyword: string, kind: Kind | undefined) => void;
  /** Shows the whole list; null hides its button. */
  readonly onClear: (() => void) | null;
}

/** The search of an admin list. The keyword stays in the address, so that Back leads to an earlier search. */
export const SearchForm = <Kind extends string>({
  label,
  kinds,
  kind,
  keyword,
  onSearch,
  onClear,
}: SearchFormProps<Kind>) => {
  const [chosen, setChosen] = useState(kind);
  const [typed, setTyped] = useState(keyword ?? '');
  const [error, setError] = useState<string>();
  const [shown, setShown] = useState({ kind, keyword });
  // Back and Forward change the search without unmounting the form.
  if (shown.kind !== kind || shown.keyword !== keyword) {
    setShown({ kind, keyword });
    setChosen(kind);
    setTyped(keyword ?? '');
    setError(undefined);
  }
  const chosenKind = kinds?.find(({ value }) => value === chosen);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const parsed = (chosenKind?.rule ?? keywordRule).safeParse(typed);
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) onSearch(parsed.data, chosen);
    else event.currentTarget.querySelector('input')?.focus();
  };

  return (
    <form
      role="search"
      className={cx('row-3 wrap', styles.form)}
      data-kinds={kinds !== undefined || undefined}
      onSubmit={submit}
      noValidate
    >
      {kinds !== undefined && chosen !== undefined && (
        <Select
          label="검색 기준"
          value={chosen}
          options={kinds}
          onChange={(value) => {
            setChosen(kinds.find((option) => option.value === value)?.value);
            setError(undefined);
          }}
        />
      )}
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={error}
        suffix={
          <Button type="submit" variant="secondary">
            검색
          </Button>
        }
      />
      {onClear !== null && (
        <Button variant="secondary" onClick={onClear}>
          전체 보기
        </Button>
      )}
    </form>
  );
};
