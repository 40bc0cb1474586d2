import { useState } from 'react';
import { publicationEndpoints } from '#core/content/contract/legal/document-publication.ts';
import { legalDocumentTitles, type LegalDocumentKind } from '#core/content/contract/legal/documents.ts';
import { documentSections } from '#core/content/contract/sections.ts';
import { settingsEndpoints } from '#core/content/contract/studio-settings.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { formatDateWithoutWeekday } from '#platform/contract/seoul-time.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { FormDialog } from '#platform/web/client/forms/form-dialog.tsx';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { describeAnnouncement } from './announcement-texts.ts';
import { BodyDiff } from './body-diff.tsx';
import type { Body } from './body-lines.ts';

const WORD = '게시';

interface PublishDocumentDialogProps {
  readonly kind: LegalDocumentKind;
  /** The version that is about to be published. */
  readonly body: Body;
  /** Publishes, then closes the dialog. */
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

/** Shows what a new version of a document changes, from when on and whom it is announced to, and asks for a typed word. */
export const PublishDocumentDialog = ({ kind, body, onPublish, onClose }: PublishDocumentDialogProps) => {
  const { codeDelivery } = useStudio();
  const [typed, setTyped] = useState('');
  const [isPublishing, setIsPublishing] = useState(false);
  const published = useApiQuery(settingsEndpoints.getSection, { params: { section: kind } });
  const recipients = useApiQuery(publicationEndpoints.countRecipients, { params: { kind } });
  const isConfirmed = published.data !== undefined && recipients.data !== undefined && typed.trim() === WORD;

  const renderPublication = () => {
    if (published.data !== undefined && recipients.data !== undefined)
      return (
        <>
          <ul className="stack-2 bullets">
            <li>{formatDateWithoutWeekday(String(body.effectiveOn))}부터 시행합니다.</li>
            <li>{describeAnnouncement(recipients.data.members, codeDelivery)}</li>
            <li>게시한 내용은 고칠 수 없습니다. 시행일 전날까지 변경 기록에서 취소할 수 있습니다.</li>
          </ul>
          <section className="stack-2" aria-labelledby="changes-title">
            <h3 id="changes-title" className="medium">
              달라지는 내용
            </h3>
            <BodyDiff fields={documentSections[kind].fields} before={published.data.body} after={body} />
          </section>
          <TextField
            label={`게시하려면 ‘${WORD}’라고 입력해 주세요.`}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      );
    if (published.isPending || recipients.isPending)
      return <Skeleton label="달라지는 내용을 불러오는 중입니다." shape="row" count={4} />;
    const retry = (): void => void Promise.all([published.refetch(), recipients.refetch()]);
    return <LoadFailure error={published.error ?? recipients.error} onRetry={retry} />;
  };

  return (
    <FormDialog
      title={`${legalDocumentTitles[kind]} 게시`}
      submitLabel="게시하기"
      isDisabled={!isConfirmed}
      isRunning={isPublishing}
      isSheet
      onClose={onClose}
      onSubmit={() => {
        if (!isConfirmed || isPublishing) return;
        setIsPublishing(true);
        onPublish();
      }}
    >
      {renderPublication()}
    </FormDialog>
  );
};
