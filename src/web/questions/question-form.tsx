import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { fieldLimits } from '#contract/fields.ts';
import { formatNumber } from '#contract/text/format-number.ts';
import { countCodePoints, normalizeText } from '#contract/text/text-validation.ts';
import { FreshConsent } from '#web/legal/fresh-consent.tsx';
import { useStudio } from '#web/shell/use-studio.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { containsContactInfo } from './detect-contact-info.ts';
import styles from './question-form.module.css';
import type { useQuestionForm } from './use-question-form.ts';

/** The length of the text as the server counts it, and the maximum. */
const formatLength = (typed: string, max: number): string =>
  `${formatNumber(countCodePoints(normalizeText(typed)))} / ${formatNumber(max)}자`;

interface QuestionFormProps extends ReturnType<typeof useQuestionForm> {
  readonly action: '문의하기' | '수정';
  /** Only the author can choose to be notified of the answer. */
  readonly isAuthor: boolean;
}

export const QuestionForm = ({
  form,
  submit,
  failure,
  consent,
  isRestored,
  discard,
  action,
  isAuthor,
}: QuestionFormProps) => {
  const { control, formState, register, setValue } = form;
  const { errors, isSubmitting } = formState;
  const { codeDelivery } = useStudio();
  const [title, content, secret] = useWatch({ control, name: ['title', 'content', 'secret'] });
  const isRevealing = secret !== true && containsContactInfo(`${title}\n${content}`);

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {isRestored && (
        <Notice
          action={
            <Button variant="quiet" onClick={() => void discard()}>
              지우기
            </Button>
          }
        >
          작성하던 내용을 불러왔습니다.
        </Notice>
      )}
      <TextField
        {...register('title')}
        label="제목"
        note={formatLength(title, fieldLimits.title)}
        autoComplete="off"
        error={errors.title?.message}
      />
      <TextArea
        {...register('content')}
        label="내용"
        note={formatLength(content, fieldLimits.content)}
        rows={8}
        error={errors.content?.message}
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
          aside={<span className={styles.about}>작성자와 스튜디오만 볼 수 있습니다.</span>}
        />
        {isAuthor && codeDelivery !== 'NONE' && (
          <Checkbox {...register('notify')} label="답변이 등록되면 문자로 알림 받기" />
        )}
      </div>
      <FreshConsent consent={consent} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className={styles.actions}>
        <Link to={paths.questions()} className={buttonClass({ variant: 'secondary', size: 'large' })}>
          목록으로
        </Link>
        <Button type="submit" size="large" isLoading={isSubmitting}>
          {action}
        </Button>
      </div>
      <p className="note">
        작성 중인 내용은 이 브라우저에 저장되어 나중에 이어서 작성할 수 있습니다. 로그아웃하면 삭제됩니다.
      </p>
    </form>
  );
};
