import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import { paths } from '#core/content/web/paths.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { SettingsSuspense } from './settings-suspense.tsx';
import { useSections } from './use-sections.ts';

/** The section named by the path; null when there is no such section. */
export const useSection = (): ContentSection | null => {
  const params = useParams();
  const sections = useSections();
  return sections.find(({ name }) => name === params.section) ?? null;
};

export const MissingSection = () => <EmptyState title="설정을 찾을 수 없습니다." />;

interface SectionSubpageProps {
  readonly title: string;
  /** Shown above the content, also when there is no such section. */
  readonly lead?: ReactNode;
  readonly isNarrow?: true;
  readonly children: (section: ContentSection) => ReactNode;
}

const LoadedSubpage = ({ title, lead, isNarrow, children }: SectionSubpageProps) => {
  const section = useSection();
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

/** A page below that of the section which the path names. */
export const SectionSubpage = (props: SectionSubpageProps) => (
  <SettingsSuspense>
    <LoadedSubpage {...props} />
  </SettingsSuspense>
);
