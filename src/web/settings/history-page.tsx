import { useNavigate, useRevalidator } from 'react-router';
import { formatDateTime } from '#contract/seoul-time.ts';
import { settingsEndpoints } from '#contract/studio-settings.ts';
import type { SectionName, SectionVersion } from '#contract/studio-settings.ts';
import { messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateQueries, useApiQuery } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { AdminHead } from '#web/shell/admin-head.tsx';
import { AdminPage } from '#web/shell/admin-page.tsx';
import { askConfirm } from '#web/shell/alert.tsx';
import { LoadFailure } from '#web/shell/load-failure.tsx';
import { useAction } from '#web/shell/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BodyDiff } from './body-diff.tsx';
import type { Body } from './body-lines.ts';
import { datedFields } from './dated-sections.ts';
import styles from './history-page.module.css';
import { sectionTexts } from './section-fields.ts';
import { LOAD_FAILED, MissingSection, useSectionName } from './section-loader.tsx';

const { getSection, listSections, listVersions, publishSection, saveDraft } = settingsEndpoints;
const RESTORE = '이 내용을 다시 게시할까요?\n지금 내용은 변경 기록에 남습니다.';

const refresh = async (): Promise<void> => {
  await Promise.all([getSection, listSections, listVersions].map(invalidateQueries));
};

const titleOf = ({ version, changedBy, changedAt }: SectionVersion): string =>
  `버전 ${version} · ${formatDateTime(new Date(changedAt))} · ${changedBy ?? (version === 1 ? '처음 내용' : '탈퇴한 관리자')}`;

const Versions = ({ name }: { name: SectionName }) => {
  const { fields } = sectionTexts[name];
  const { data, error, isPending, refetch } = useApiQuery(listVersions, { params: { section: name } });
  const { run, isRunning, report } = useAction(refresh);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  if (isPending) return <Skeleton label="변경 기록을 불러오는 중입니다." shape="row" count={4} />;
  if (data === undefined)
    return <LoadFailure message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  const [newest] = data;

  const editAgain = async (body: Body, baseVersion: number): Promise<void> => {
    const outcome = await run(async () => {
      await browserApi.call(saveDraft, { params: { section: name }, body: { body, baseVersion } });
      return null;
    });
    if (outcome === null) void navigate(paths.settingsSection(name));
  };

  const restore = async ({ version, body }: SectionVersion): Promise<void> => {
    if (newest === undefined) return;
    // A date from which it applies has to be chosen anew.
    if (datedFields[name] !== undefined) return editAgain(body, newest.version);
    if (!(await askConfirm({ message: RESTORE, confirmLabel: '되돌리기' }))) return;
    await run(async () => {
      const input = { params: { section: name }, body: { body, baseVersion: newest.version } };
      await browserApi.call(publishSection, input);
      void revalidate();
      return `버전 ${version}의 내용을 다시 게시했습니다.`;
    });
  };

  return (
    <>
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      <ol className={styles.versions}>
        {data.map((version, index) => {
          const before = data[index + 1];
          return (
            <li key={version.version} className={styles.version}>
              <h2 className={styles.title}>{titleOf(version)}</h2>
              {before !== undefined && <BodyDiff fields={fields} before={before.body} after={version.body} />}
              {index > 0 && (
                <div>
                  <Button
                    variant="secondary"
                    isLoading={isRunning}
                    aria-label={`버전 ${version.version}(으)로 되돌리기`}
                    onClick={() => void restore(version)}
                  >
                    되돌리기
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
};

const HistoryPage = () => {
  const name = useSectionName();
  const back =
    name === null
      ? { to: paths.settings(), label: '설정' }
      : { to: paths.settingsSection(name), label: sectionTexts[name].title };
  return (
    <AdminPage isNarrow>
      <AdminHead title="변경 기록" back={back} />
      {name === null ? <MissingSection /> : <Versions name={name} />}
    </AdminPage>
  );
};

export default HistoryPage;
