import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { sections, type SectionName } from '#core/content/contract/sections.ts';
import { settingsEndpoints } from '#core/content/contract/studio-settings.ts';
import { paths } from '#core/content/web/paths.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { SectionEditor } from './section-editor.tsx';
import { MissingSection, useSectionName } from './section-subpage.tsx';

/** The editor keeps the first section that it gets: reloading it must not replace what is being typed. */
const LoadedEditor = ({ name }: { name: SectionName }) => {
  const { data, error, isPending, refetch } = useApiQuery(settingsEndpoints.getSection, {
    params: { section: name },
  });
  if (isPending) return <Skeleton label="설정을 불러오는 중입니다." shape="card" count={2} />;
  if (data !== undefined) return <SectionEditor name={name} section={data} />;
  return <LoadFailure error={error} onRetry={() => void refetch()} />;
};

const SectionPage = () => {
  const name = useSectionName();
  return (
    <AdminPage isNarrow>
      <AdminHead
        title={name === null ? '설정' : sections[name].title}
        back={{ to: paths.settings(), label: '설정' }}
      />
      {name === null ? <MissingSection /> : <LoadedEditor key={name} name={name} />}
    </AdminPage>
  );
};

export default SectionPage;
