import { useEffect, useRef, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import type { Fields } from '#core/content/contract/field.ts';
import { isLegalDocument } from '#core/content/contract/legal/documents.ts';
import type { Section } from '#core/content/contract/studio-settings.ts';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { formatSlot } from '#features/reservations/contract/slots.ts';
import { formatDate } from '#platform/contract/seoul-time.ts';
import { askConfirm } from '#platform/web/client/alert.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { isDialogOpen } from '#platform/web/ui/dialog/is-dialog-open.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { previewedSections } from '../../contract/previewed-sections.ts';
import { BodyDiff } from './body-diff.tsx';
import type { Body } from './body-lines.ts';
import { countChanges } from './count-changes.ts';
import { LivePreview } from './live-preview.tsx';
import { PublishDocumentDialog } from './publish-document-dialog.tsx';
import { SectionFields } from './section-form.tsx';
import { useSectionEditor } from './use-section-editor.ts';
import styles from './section-editor.module.css';

const DISCARD = '작성 중인 내용과 초안을 삭제하고 게시된 내용으로 돌아갈까요?\n되돌릴 수 없습니다.';

type Editor = ReturnType<typeof useSectionEditor>;

interface PanelProps {
  readonly editor: Editor;
}

/** A `ref` that shows an element that appears out of view. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** Shows how what was published meanwhile differs from what this admin wrote, and lets the admin decide. */
const EditedMeanwhilePanel = ({ fields, editor }: PanelProps & { fields: Fields }) => {
  if (editor.editedMeanwhile === null) return null;
  const { theirs, ...mine } = editor.editedMeanwhile;
  return (
    <section
      ref={scrollIntoView}
      className={cx('stack-4', styles.panel)}
      aria-labelledby="edited-meanwhile-title"
      role="alert"
    >
      <h2 id="edited-meanwhile-title" className="large">
        그사이 {theirs.changedBy ?? '다른 관리자'} 님이 게시했습니다
      </h2>
      <p>−는 지금 게시된 내용, +는 작성하신 내용입니다. 어느 쪽도 사라지지 않았습니다.</p>
      <BodyDiff fields={fields} before={theirs.body} after={mine.body} />
      <div className="row-3 wrap middle">
        <Button variant="secondary" onClick={() => void editor.beginPublishing(mine)}>
          내가 작성한 내용으로 게시
        </Button>
        <Button variant="quiet" onClick={() => editor.startFrom(theirs)}>
          게시된 내용에서 다시 작성
        </Button>
      </div>
    </section>
  );
};

/** Lists the reservations that do not fit new meeting hours, before the admin keeps or moves them. */
const HoursConflicts = ({ editor }: PanelProps) => {
  if (editor.conflicts === null) return null;
  const { reservations, ...edit } = editor.conflicts;
  const kept = reservations.map(({ id }) => id);
  return (
    <section ref={scrollIntoView} className={cx('stack-4', styles.panel)} aria-labelledby="conflicts-title">
      <h2 id="conflicts-title" className="large">
        새 시간과 맞지 않는 예약 {reservations.length}건
      </h2>
      <p>
        그대로 두면 그 예약의 시간은 그날만 유지됩니다. 시간을 바꾸려면 예약을 눌러 먼저 바꾼 뒤 다시 게시해
        주세요. 작성하신 내용은 남아 있습니다.
      </p>
      <ul className="stack-2">
        {reservations.map(({ id, date, time, memberName, shootType }) => (
          <li key={id}>
            <Link to={paths.adminReservation(id)} className="link">
              {formatDate(date)} {formatSlot(time)} · {memberName} · <CategoryName id={shootType} />
            </Link>
          </li>
        ))}
      </ul>
      <div className="row-3 wrap middle">
        <Button variant="secondary" onClick={() => void editor.publishEdit(edit, kept)}>
          예약은 그대로 두고 게시
        </Button>
        <Button variant="quiet" onClick={editor.cancelKeeping}>
          취소
        </Button>
      </div>
    </section>
  );
};

/** How many fields differ from what is published. */
const PublicationState = ({ fields, published }: { fields: Fields; published: Body }) => {
  const count = countChanges(fields, published, useWatch());
  return (
    <p className={cx('small tabular', styles.state)}>
      {count === 0 ? '게시됨' : <strong>게시 안 됨 · {count}곳 바뀜</strong>}
    </p>
  );
};

interface SectionEditorProps {
  readonly section: ContentSection;
  readonly stored: Section;
}

export const SectionEditor = ({ section, stored }: SectionEditorProps) => {
  const { name, fields } = section;
  const navigate = useNavigate();
  const editor = useSectionEditor(section, stored);
  const { form, message, isRestored, hasDraft, unconfirmed } = editor;
  const { isSubmitting, isDirty, submitCount } = form.formState;

  const [hasPreview] = useState(
    () =>
      matchMedia('(min-width: 80rem)').matches &&
      Object.values(previewedSections).some((previewed) => previewed.name === name),
  );
  const element = useRef<HTMLFormElement>(null);

  // Its field may be out of view, and appear only with its error.
  useEffect(() => {
    const error = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], p.error[role="alert"]');
    error?.scrollIntoView({ block: 'nearest' });
    error?.focus();
  }, [submitCount]);

  const discard = async (): Promise<void> => {
    if (await askConfirm({ message: DISCARD, confirmLabel: '초안 삭제', isDanger: true }))
      await editor.discard();
  };

  return (
    <FormProvider {...form}>
      <div className={styles.columns}>
        <form
          ref={element}
          className={cx('stack-6', styles.form)}
          onSubmit={(event) => {
            event.preventDefault();
            // A dialog that a field opens is inside the form: Enter in it would publish.
            if (!isDialogOpen()) void editor.publish(event);
          }}
          noValidate
        >
          {(isRestored || hasDraft) && (
            <Notice
              action={
                <Button variant="quiet" onClick={() => void discard()}>
                  초안 삭제
                </Button>
              }
            >
              {isRestored ? '작성하던 내용을 불러왔습니다.' : '게시하지 않은 초안입니다.'}
            </Notice>
          )}
          <SectionFields fields={fields} />
          <EditedMeanwhilePanel fields={fields} editor={editor} />
          <HoursConflicts editor={editor} />
          <div className={cx('row-3 wrap middle', styles.bar)}>
            {message !== null && (
              <div className={styles.message}>
                <Notice tone={message.tone}>{message.text}</Notice>
              </div>
            )}
            <PublicationState fields={fields} published={editor.published} />
            <Link to={`${paths.settingsSection(name)}/history`} className="link small">
              변경 기록
            </Link>
            <div className={cx('row-2', styles.buttons)}>
              <Button variant="secondary" onClick={() => void editor.save()}>
                초안 저장
              </Button>
              <Button
                variant="secondary"
                onClick={() => {
                  const open = (): void => void navigate(`${paths.settingsSection(name)}/preview`);
                  if (isDirty || isRestored) void editor.save(open);
                  else open();
                }}
              >
                미리보기
              </Button>
              <Button type="submit" isLoading={isSubmitting}>
                게시
              </Button>
            </div>
          </div>
        </form>
        {hasPreview && (
          <div className={styles.preview}>
            <LivePreview section={section} />
          </div>
        )}
      </div>
      {unconfirmed !== null && isLegalDocument(name) && (
        <PublishDocumentDialog
          kind={name}
          body={unconfirmed.body}
          onPublish={() => void editor.publishEdit(unconfirmed)}
          onClose={editor.cancelPublishing}
        />
      )}
    </FormProvider>
  );
};
