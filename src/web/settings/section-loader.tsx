import { useParams } from 'react-router';
import type { ReactNode } from 'react';
import type { SectionName } from '#contract/settings/sections.ts';
import { sectionNames, settingsEndpoints, type Section } from '#contract/studio-settings.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { LoadFailure } from '#web/shell/load-failure.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The section named by the path; null when there is no such section. */
export const useSectionName = (): SectionName | null => {
  const { section } = useParams();
  return sectionNames.find((name) => name === section) ?? null;
};

export const MissingSection = () => <EmptyState title="설정을 찾을 수 없습니다." />;

interface SectionLoaderProps {
  readonly name: SectionName;
  readonly children: (section: Section) => ReactNode;
}

/** Loads a section, and keeps showing the first result: reloading it must not replace what is being typed. */
export const SectionLoader = ({ name, children }: SectionLoaderProps) => {
  const { data, error, isPending, refetch } = useApiQuery(settingsEndpoints.getSection, {
    params: { section: name },
  });
  if (isPending) return <Skeleton label="설정을 불러오는 중입니다." shape="card" count={2} />;
  if (data !== undefined) return children(data);
  return <LoadFailure error={error} onRetry={() => void refetch()} />;
};
