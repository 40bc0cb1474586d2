import { useState } from 'react';
import type { FormEvent } from 'react';
import { keywordConstraints } from '#contract/fields.ts';
import { validateText, normalizeText } from '#contract/text/text-validation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import styles from './member-search-form.module.css';

interface MemberSearchFormProps {
  /** The name searched for; null when all members are listed. */
  readonly name: string | null;
  readonly onSearch: (name: string | null) => void;
}

export const MemberSearchForm = ({ name, onSearch }: MemberSearchFormProps) => {
  const [typed, setTyped] = useState(name ?? '');
  const [error, setError] = useState<string>();
  const [shown, setShown] = useState(name);
  // Back and Forward change the search without unmounting the form.
  if (shown !== name) {
    setShown(name);
    setTyped(name ?? '');
    setError(undefined);
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const keyword = normalizeText(typed);
    const keywordError = validateText(keyword, keywordConstraints);
    setError(keywordError);
    if (keywordError === undefined) onSearch(keyword);
    else event.currentTarget.querySelector('input')?.focus();
  };

  return (
    <form role="search" className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="이름"
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
      {name !== null && (
        <Button variant="secondary" onClick={() => onSearch(null)}>
          전체 보기
        </Button>
      )}
    </form>
  );
};
