import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { sections, type SectionName } from '#core/content/contract/sections.ts';
import { sectionNames } from '#core/content/contract/studio-settings.ts';
import { paths } from '#core/content/web/paths.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';

/** The section named by the path; null when there is no such section. */
export const useSectionName = (): SectionName | null => {
  const { section } = useParams();
  return sectionNames.find((name) => name === section) ?? null;
};

export const MissingSection = () => <EmptyState title="설정을 찾을 수 없습니다." />;

interface SectionSubpageProps {
  readonly title: string;
  /** Shown above the content, also when there is no such section. */
  readonly lead?: ReactNode;
  readonly isNarrow?: true;
  readonly children: (name: SectionName) => ReactNode;
}

/** A page below that of the section which the path names. */
export const SectionSubpage = ({ title, lead, isNarrow, children }: SectionSubpageProps) => {
  const name = useSectionName();
  const back =
    name === null
      ? { to: paths.settings(), label: '설정' }
      : { to: paths.settingsSection(name), label: sections[name].title };
  return (
    <AdminPage isNarrow={isNarrow}>
      <AdminHead title={title} back={back} />
      {lead}
      {name === null ? <MissingSection /> : children(name)}
    </AdminPage>
  );
};
