import { useNavigate, useRevalidator } from 'react-router';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import { publicationEndpoints } from '#core/content/contract/legal/document-publication.ts';
import { isLegalDocument } from '#core/content/contract/legal/documents.ts';
import { settingsEndpoints, type SectionVersion } from '#core/content/contract/studio-settings.ts';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { formatDateTime, seoulDate } from '#platform/contract/seoul-time.ts';
import { askConfirm } from '#platform/web/client/alert.tsx';
import { GENERAL_FAILURE } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { describeWithdrawal } from './announcement-texts.ts';
import { BodyDiff } from './body-diff.tsx';
import type { Body } from './body-lines.ts';
import { datedFieldOf } from './dated-sections.ts';
import type { SettingsPageProps } from './load-sections.ts';
import { SectionPageLayout } from './section-page-layout.tsx';
import styles from './history-page.module.css';

const { listVersions, publishSection, saveDraft } = settingsEndpoints;
const RESTORE = '이 내용을 다시 게시할까요?\n지금 내용은 변경 기록에 남습니다.';

const options = { failed: GENERAL_FAILURE };

/** Whether this is a version of a legal document, but not the first, that is neither in force yet nor withdrawn. */
const isWithdrawable = (name: string, { version, body, withdrawnAt }: SectionVersion): boolean =>
  isLegalDocument(name) &&
  version > 1 &&
  withdrawnAt === null &&
  String(body.effectiveOn) > seoulDate(new Date());

const titleOf = ({ version, changedBy, changedAt }: SectionVersion): string =>
  `버전 ${version} · ${formatDateTime(new Date(changedAt))} · ${changedBy ?? (version === 1 ? '처음 내용' : '탈퇴한 관리자')}`;

const Versions = ({ section: { name, fields } }: { section: ContentSection }) => {
  const { data, error, isPending, refetch } = useApiQuery(listVersions, { params: { section: name } });
  const { run, send, isRunning, report } = useAction();
  const { codeDelivery } = useStudio();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  if (isPending) return <Skeleton label="변경 기록을 불러오는 중입니다." shape="row" count={4} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const [newest] = data;

  const editAgain = async (body: Body, baseVersion: number): Promise<void> => {
    const outcome = await run(async () => {
      await browserApi.call(saveDraft, { params: { section: name }, body: { body, baseVersion } }, options);
    });
    if (outcome === null) void navigate(paths.settingsSection(name));
  };

  const restore = async ({ version, body }: SectionVersion): Promise<void> => {
    if (newest === undefined) return;
    // The date from which it applies has to be chosen anew, so the version becomes a draft.
    if (datedFieldOf(name) !== undefined) return editAgain(body, newest.version);
    if (!(await askConfirm({ message: RESTORE, confirmLabel: '되돌리기' }))) return;
    await run(async () => {
      const input = { params: { section: name }, body: { body, baseVersion: newest.version } };
      await browserApi.call(publishSection, input, options);
      void revalidate();
      return `버전 ${version}의 내용을 다시 게시했습니다.`;
    });
  };

  const withdraw = async ({ version }: SectionVersion): Promise<void> => {
    if (!isLegalDocument(name)) return;
    const message = describeWithdrawal(codeDelivery);
    if (!(await askConfirm({ message, confirmLabel: '시행 취소', isDanger: true }))) return;
    await send(publicationEndpoints.withdrawDocument, { params: { kind: name, version } }, () => {
      void revalidate();
      return `버전 ${version}의 시행을 취소했습니다.`;
    });
  };

  return (
    <>
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      <ol className={styles.versions}>
        {data.map((version, index) => {
          const before = data.slice(index + 1).find(({ withdrawnAt }) => withdrawnAt === null);
          return (
            <li key={version.version} className={cx('stack-3', styles.version)}>
              <h2 className="medium tabular">
                {titleOf(version)} {version.withdrawnAt !== null && <Badge tone="blocked">시행 취소</Badge>}
              </h2>
              {before !== undefined && <BodyDiff fields={fields} before={before.body} after={version.body} />}
              {isWithdrawable(name, version) && (
                <div>
                  <Button
                    variant="danger"
                    isLoading={isRunning}
                    aria-label={`버전 ${version.version} 시행 취소`}
                    onClick={() => void withdraw(version)}
                  >
                    시행 취소
                  </Button>
                </div>
              )}
              {(index > 0 || version.withdrawnAt !== null) && (
                <div>
                  <Button
                    variant="secondary"
                    isLoading={isRunning}
                    aria-label={`버전 ${version.version} 내용으로 되돌리기`}
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

const HistoryPage = ({ sections }: SettingsPageProps) => (
  <SectionPageLayout sections={sections} title="변경 기록" isNarrow>
    {(section) => <Versions section={section} />}
  </SectionPageLayout>
);

export default HistoryPage;
