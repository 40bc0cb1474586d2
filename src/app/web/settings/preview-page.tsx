import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import { settingsEndpoints } from '#core/content/contract/studio-settings.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import { MessageExamples } from '#core/messages/web/message-examples.tsx';
import { reservationSections } from '#features/reservations/contract/sections.ts';
import { BookingQuestions } from '#features/reservations/web/booking/booking-questions.tsx';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { computer, DevicePreview, phone } from './device-preview.tsx';
import type { SettingsPageProps } from './load-sections.ts';
import { SectionPageLayout } from './section-page-layout.tsx';
import styles from './preview-page.module.css';

const Preview = ({ path }: { path: string }) => {
  const { data, error, isPending, refetch } = useApiQuery(settingsEndpoints.previewContent, {});
  if (isPending) return <Skeleton label="미리보기를 준비하는 중입니다." shape="card" count={2} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <div className={cx('stack-8', styles.devices)}>
      {[phone, computer].map((device) => (
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
