import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import { paths } from '#core/content/web/paths.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import type { AllSections, SettingsPageProps } from './load-sections.ts';

/** The section named by the path; null when there is no such section. */
export const useSection = (sections: AllSections): ContentSection | null => {
  const params = useParams();
  return sections.find(({ name }) => name === params.section) ?? null;
};

export const MissingSection = () => <EmptyState title="설정을 찾을 수 없습니다." />;

interface SectionSubpageProps extends SettingsPageProps {
  readonly title: string;
  /** Shown above the content, also when there is no such section. */
  readonly lead?: ReactNode;
  readonly isNarrow?: true;
  readonly children: (section: ContentSection) => ReactNode;
}

/** A page below that of the section which the path names. */
export const SectionSubpage = ({ sections, title, lead, isNarrow, children }: SectionSubpageProps) => {
  const section = useSection(sections);
  const back =
    section === null
      ? { to: paths.settings(), label: '설정' }
      : { to: paths.settingsSection(section.name), label: section.title };
  return (
    <AdminPage isNarrow={isNarrow}>
      <AdminHead title={title} back={back} />
      {lead}
      {section === null ? <MissingSection /> : children(section)}
    </AdminPage>
  );
};
