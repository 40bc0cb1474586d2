import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import { paths } from '#core/content/web/paths.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import type { SettingsPageProps } from './load-sections.ts';

interface SectionPageLayoutProps extends SettingsPageProps {
  /** The title of a page below that of the section. */
  readonly title?: string;
  /** Shown above the content, also when there is no such section. */
  readonly lead?: ReactNode;
  readonly isNarrow?: true;
  readonly children: (section: ContentSection) => ReactNode;
}

/** The page of the section which the path names, or a page below it. */
export const SectionPageLayout = ({ sections, title, lead, isNarrow, children }: SectionPageLayoutProps) => {
  const params = useParams();
  const section = sections.find(({ name }) => name === params.section);
  const back =
    section === undefined || title === undefined
      ? { to: paths.settings(), label: '설정' }
      : { to: paths.settingsSection(section.name), label: section.title };
  return (
    <AdminPage isNarrow={isNarrow}>
      <AdminHead title={title ?? section?.title ?? '설정'} back={back} />
      {lead}
      {section === undefined ? <EmptyState title="설정을 찾을 수 없습니다." /> : children(section)}
    </AdminPage>
  );
};
