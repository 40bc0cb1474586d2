import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { focusFirstField } from '../../ui/form/focus-first-field.ts';
import { Notice } from '../../ui/notice.tsx';
import type { useApiForm } from './use-api-form.ts';

interface ApiFormProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'disabled'> {
  /** The result of `useApiForm`, or the same properties derived from a `useAction`. */
  readonly form: Pick<ReturnType<typeof useApiForm>, 'submit' | 'loading' | 'submitError'>;
  readonly submitLabel: string;
  /** Shown in the error, such as a button that starts over. */
  readonly errorAction?: ReactNode;
  /** Focuses the first field when the form mounts. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** A form: its fields, then the error of its submission, then its button. */
export const ApiForm = ({
  form: { submit, loading, submitError },
  submitLabel,
  errorAction,
  takesFocus,
  children,
  ...button
}: ApiFormProps) => (
  <form
    ref={takesFocus ? focusFirstField : undefined}
    className="stack-6"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void submit();
    }}
  >
    {children}
    <div className="stack-3">
      {submitError !== null && (
        <Notice tone="error" action={errorAction}>
          {submitError}
        </Notice>
      )}
      <Button {...button} type="submit" size="large" isLoading={loading}>
        {submitLabel}
      </Button>
    </div>
  </form>
);
