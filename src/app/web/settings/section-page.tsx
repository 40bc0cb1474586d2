import type { ContentSection } from '#core/content/contract/content-section.ts';
import { settingsEndpoints } from '#core/content/contract/studio-settings.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import type { SettingsPageProps } from './load-sections.ts';
import { SectionEditor } from './section-editor.tsx';
import { SectionPageLayout } from './section-page-layout.tsx';

/** The editor starts from the section as it is at first: a later reload must not replace what is being typed. */
const LoadedEditor = ({ section }: { section: ContentSection }) => {
  const { data, error, isPending, refetch } = useApiQuery(settingsEndpoints.getSection, {
    params: { section: section.name },
  });
  if (isPending) return <Skeleton label="설정을 불러오는 중입니다." shape="card" count={2} />;
  if (data !== undefined) return <SectionEditor section={section} stored={data} />;
  return <LoadFailure error={error} onRetry={() => void refetch()} />;
};

const SectionPage = ({ sections }: SettingsPageProps) => (
  <SectionPageLayout sections={sections}>
    {(section) => <LoadedEditor key={section.name} section={section} />}
  </SectionPageLayout>
);

export default SectionPage;
