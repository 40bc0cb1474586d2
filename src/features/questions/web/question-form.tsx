import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { FreshConsent, useFreshConsent } from '#core/content/web/legal/fresh-consent.tsx';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { fieldLimits } from '#platform/contract/fields.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { countCodePoints, normalizeText } from '#platform/contract/text/text-validation.ts';
import { askConfirm } from '#platform/web/client/alert.tsx';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { memberDraft } from '#platform/web/client/forms/draft-store.ts';
import { useApiForm } from '#platform/web/client/forms/use-api-form.ts';
import { useValuesChange } from '#platform/web/client/forms/use-values-change.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { TextArea } from '#platform/web/ui/form/text-area.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { questionDraft, questionDraftEndpoints, type QuestionDraft } from '../contract/question-drafts.ts';
import { containsContactInfo } from './detect-contact-info.ts';
import styles from './question-form.module.css';

/** The length of the text as the server counts it, and the maximum. */
const formatLength = (typed: string, max: number): string =>
  `${formatNumber(countCodePoints(normalizeText(typed)))} / ${formatNumber(max)}자`;

const questionFields = z.object({
  title: z.string(),
  content: z.string(),
  secret: z.boolean(),
  notify: z.boolean(),
});
type QuestionFields = z.output<typeof questionFields>;

const emptyQuestion: QuestionFields = { title: '', content: '', secret: false, notify: false };

const isSame = (one: QuestionFields, other: QuestionFields): boolean =>
  (['title', 'content', 'secret', 'notify'] as const).every((name) => one[name] === other[name]);

interface QuestionFormProps {
  /** The edited question; undefined for a new one. */
  readonly id?: number;
  /** Initial values of the form when there is no draft. */
  readonly saved?: QuestionFields;
  readonly action: '문의하기' | '수정';
  /** Only the author can choose to be notified of the answer. */
  readonly isAuthor: boolean;
  readonly send: (question: QuestionDraft) => Promise<unknown>;
  readonly onDone: () => Promise<void>;
}

/** Creates or edits a question. Changes that are not sent yet are stored as a draft. */
export const QuestionForm = ({
  id,
  saved = emptyQuestion,
  action,
  isAuthor,
  send,
  onDone,
}: QuestionFormProps) => {
  const [draft] = useState(() =>
    memberDraft(id === undefined ? 'question' : `question-${id}`, questionFields),
  );
  const [restored, setRestored] = useState(() => draft.read());
  const consent = useFreshConsent();
  const { codeDelivery } = useStudio();
  const { form, field, submit, loading, submitError } = useApiForm<
    z.input<typeof questionDraft>,
    QuestionDraft
  >({
    defaultValues: restored ?? saved,
    resolver: standardSchemaResolver(questionDraft),
    names: ['title', 'content'],
    failed: questionDraftEndpoints.createQuestion.failed,
    send: async (question) => {
      if (!(await consent.give())) return;
      await send(question);
      draft.clear();
      await onDone();
    },
    onFailure: consent.askAfter,
  });
  const { control, register, setValue, subscribe, reset } = form;
  const [title, content, secret] = useWatch({ control, name: ['title', 'content', 'secret'] });
  const isRevealing = secret !== true && containsContactInfo(`${title}\n${content}`);

  useValuesChange(subscribe, (values) => {
    const current = { ...emptyQuestion, ...values };
    if (isSame(current, saved)) draft.clear();
    else draft.save(current);
  });

  const discard = async (): Promise<void> => {
    const message = '불러온 내용을 삭제할까요?\n삭제하면 되돌릴 수 없습니다.';
    if (!(await askConfirm({ message, confirmLabel: '작성한 내용 삭제', isDanger: true }))) return;
    reset(saved);
    draft.clear();
    setRestored(null);
  };

  return (
    <form className={cx('stack-6 reading', styles.form)} onSubmit={(event) => void submit(event)} noValidate>
      {restored !== null && !isSame(restored, saved) && (
        <Notice
          action={
            <Button variant="quiet" onClick={() => void discard()}>
              작성한 내용 삭제
            </Button>
          }
        >
          작성하던 내용을 불러왔습니다.
        </Notice>
      )}
      <TextField
        {...field('title')}
        label="제목"
        note={formatLength(title, fieldLimits.title)}
        autoComplete="off"
      />
      <TextArea
        {...field('content')}
        label="내용"
        note={formatLength(content, fieldLimits.content)}
        rows={8}
      />
      {isRevealing && (
        <Notice
          action={
            <Button variant="secondary" onClick={() => setValue('secret', true, { shouldDirty: true })}>
              비밀글로 변경
            </Button>
          }
        >
          전화번호나 이메일 주소가 들어 있습니다. 공개 문의는 누구나 볼 수 있습니다.
        </Notice>
      )}
      <div>
        <Checkbox
          {...register('secret')}
          label="비밀글"
          aside={<span className={cx('note', styles.about)}>작성자와 스튜디오만 볼 수 있습니다.</span>}
        />
        {isAuthor && codeDelivery !== 'NONE' && (
          <Checkbox {...register('notify')} label="답변이 등록되면 문자로 알림 받기" />
        )}
      </div>
      <FreshConsent consent={consent} />
      {submitError !== null && <Notice tone="error">{submitError}</Notice>}
      <div className={cx('row-3 wrap', styles.actions)}>
        <ButtonLink to={paths.questions()} variant="secondary" size="large">
          목록으로
        </ButtonLink>
        <Button type="submit" size="large" isLoading={loading}>
          {action}
        </Button>
      </div>
      <p className="note">
        비밀글을 선택하지 않으면 누구나 볼 수 있는 공개 문의로 등록됩니다. 작성 중인 내용은 이 브라우저에
        저장되어 나중에 이어서 작성할 수 있습니다. 로그아웃하면 삭제됩니다.
      </p>
    </form>
  );
};
