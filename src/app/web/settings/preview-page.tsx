import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router';
import * as z from 'zod/mini';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import { legalEndpoints, type LegalDocumentKind } from '#core/content/contract/legal/documents.ts';
import { type SiteContent, settingsEndpoints } from '#core/content/contract/studio-settings.ts';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import { MessageExamples } from '#core/messages/web/message-examples.tsx';
import { reservationSections } from '#features/reservations/contract/sections.ts';
import { BookingQuestions } from '#features/reservations/web/booking/booking-questions.tsx';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { makeRoutes } from '../routes.tsx';
import type { SettingsPageProps } from './load-sections.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { SectionPageLayout } from './section-page-layout.tsx';
import styles from './preview-page.module.css';

/** Widths in CSS pixels of the two devices. */
const devices = [
  { label: '휴대폰', width: 390 },
  { label: '컴퓨터', width: 1280 },
] as const;

/** The API for the pages of the preview: content comes from `content`, everything else from the server. */
const previewApi = (content: SiteContent): Api => {
  const answers = new Map<Endpoint, unknown>(
    Object.entries(studioEndpoints).map(([name, endpoint]) => [endpoint, content[name as keyof SiteContent]]),
  );
  const findAnswer = (endpoint: Endpoint, input: unknown): unknown =>
    endpoint === legalEndpoints.legalDocument
      ? content.legal[(input as { params: { kind: LegalDocumentKind } }).params.kind]
      : answers.get(endpoint);
  return {
    ...browserApi,
    call: (endpoint, input, options) => {
      const answer = findAnswer(endpoint, input);
      return answer === undefined
        ? browserApi.call(endpoint, input, options)
        : (Promise.resolve(answer) as never);
    },
  };
};

/** The site with this content, starting at `path`. */
const siteAt = (path: string, content: SiteContent) => {
  const routes = makeRoutes(previewApi(content)).map((root) => ({ ...root, HydrateFallback: () => null }));
  return <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />;
};

interface DevicePreviewProps {
  readonly device: (typeof devices)[number];
  readonly content: SiteContent;
  readonly path: string;
}

const DevicePreview = ({ device: { label, width }, content, path }: DevicePreviewProps) => {
  const site = useMemo(() => siteAt(path, content), [path, content]);
  return (
    <section aria-label={label} className="stack-2 start fit">
      <h2 className="note">
        {label} ({width}px)
      </h2>
      <PreviewFrame title={`${label} 미리보기`} width={width}>
        {site}
      </PreviewFrame>
    </section>
  );
};

const Preview = ({ path }: { path: string }) => {
  const { data, error, isPending, refetch } = useApiQuery(settingsEndpoints.previewContent, {});
  if (isPending) return <Skeleton label="미리보기를 준비하는 중입니다." shape="card" count={2} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <div className={cx('stack-8', styles.devices)}>
      {devices.map((device) => (
        <DevicePreview key={device.label} device={device} content={data} path={path} />
      ))}
    </div>
  );
};

const { questions } = reservationSections;

/** The drafted or, without a draft, the published questions of all categories, as the form of a booking asks them. */
const QuestionsPreview = () => {
  const { register } = useForm();
  const { data, error, isPending, refetch } = useApiQuery(settingsEndpoints.getSection, {
    params: { section: questions.name },
  });
  if (isPending) return <Skeleton label="미리보기를 준비하는 중입니다." shape="card" count={2} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const drafted = z.parse(questions.schema, (data.draft ?? data).body);
  return (
    <div className="stack-6">
      <BookingQuestions
        asked={{ ...drafted, offersPhone: false }}
        field={(name, options) => ({ ...register(name, options), error: undefined })}
      />
    </div>
  );
};

const { messages, alimtalk } = messageSections;

const SectionPreview = ({ section: { name, path } }: { section: ContentSection }) => {
  if (name === questions.name) return <QuestionsPreview />;
  return name === messages.name || name === alimtalk.name ? <MessageExamples /> : <Preview path={path} />;
};

const PreviewPage = ({ sections }: SettingsPageProps) => (
  <SectionPageLayout
    sections={sections}
    title="미리보기"
    lead={<p>게시하기 전의 모습입니다. 저장한 초안이 모두 들어 있고 방문자에게는 보이지 않습니다.</p>}
  >
    {(section) => <SectionPreview section={section} />}
  </SectionPageLayout>
);

export default PreviewPage;
