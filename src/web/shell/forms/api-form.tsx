import type { ReactNode, Ref } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface ApiFormProps {
  /** `submit` of `useApiForm`. */
  readonly onSubmit: () => Promise<void>;
  readonly loading: boolean;
  readonly submitError: string | null;
  readonly submitLabel: string;
  /** Shown in the error, such as a button that starts over. */
  readonly errorAction?: ReactNode;
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

/** The fields of a form above the error of its submission and its button. */
export const ApiForm = ({
  onSubmit,
  loading,
  submitError,
  submitLabel,
  errorAction,
  ref,
  children,
}: ApiFormProps) => (
  <form
    ref={ref}
    className="stack-6"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
  >
    {children}
    <div className="stack-3">
      {submitError !== null && (
        <Notice tone="error" action={errorAction}>
          {submitError}
        </Notice>
      )}
      <Button type="submit" size="large" isLoading={loading}>
        {submitLabel}
      </Button>
    </div>
  </form>
);
