import { useState, type FormEvent } from 'react';
import { keywordConstraints } from '#contract/fields.ts';
import { validateText, normalizeText } from '#contract/text/text-validation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import styles from './keyword-search-form.module.css';

interface KeywordSearchFormProps {
  readonly label: string;
  /** The keyword searched for; null when all rows are listed. */
  readonly keyword: string | null;
  readonly onSearch: (keyword: string | null) => void;
}

export const KeywordSearchForm = ({ label, keyword, onSearch }: KeywordSearchFormProps) => {
  const [typed, setTyped] = useState(keyword ?? '');
  const [error, setError] = useState<string>();
  const [shown, setShown] = useState(keyword);
  // Back and Forward change the search without unmounting the form.
  if (shown !== keyword) {
    setShown(keyword);
    setTyped(keyword ?? '');
    setError(undefined);
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const next = normalizeText(typed);
    const keywordError = validateText(next, keywordConstraints);
    setError(keywordError);
    if (keywordError === undefined) onSearch(next);
    else event.currentTarget.querySelector('input')?.focus();
  };

  return (
    <form role="search" className={styles.form} onSubmit={submit} noValidate>
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
      {keyword !== null && (
        <Button variant="secondary" onClick={() => onSearch(null)}>
          전체 보기
        </Button>
      )}
    </form>
  );
};
