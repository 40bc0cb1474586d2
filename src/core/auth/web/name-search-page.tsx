import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { SearchForm } from '#platform/web/client/forms/search-form.tsx';
import { AdminHead } from './admin-head.tsx';
import { AdminPage } from './admin-page.tsx';

interface NameSearchPageProps {
  readonly title: string;
  /** Shows the persons with this name; all with null. */
  readonly children: (name: string | null) => ReactNode;
}

/** A list of persons that is searched by name: `?name=`. */
export const NameSearchPage = ({ title, children }: NameSearchPageProps) => {
  const [query, setQuery] = useSearchParams();
  const name = query.get('name');
  return (
    <AdminPage>
      <AdminHead title={title} />
      <SearchForm
        label="이름"
        keyword={name}
        onSearch={(next) => setQuery({ name: next })}
        onClear={name === null ? null : () => setQuery({})}
      />
      {children(name)}
    </AdminPage>
  );
};
