import type { ReactNode } from 'react';
import { RequireCodes } from '#core/auth/web/require-codes.tsx';
import { focusOnMount } from '#platform/web/ui/focus-on-mount.ts';
import { NarrowPage } from '#platform/web/ui/narrow-page.tsx';
import { Stepper } from '#platform/web/ui/stepper.tsx';

interface RecoveryPageProps {
  readonly title: string;
  readonly steps: readonly string[];
  readonly current: number;
  readonly children: ReactNode;
}

export const RecoveryPage = ({ title, steps, current, children }: RecoveryPageProps) => (
  <NarrowPage title={title}>
    <RequireCodes task={title}>
      <Stepper label={`${title} 단계`} steps={steps} current={current} doneText="완료" />
      {children}
    </RequireCodes>
  </NarrowPage>
);

interface RecoveryOutcomeProps {
  readonly heading: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** The last step. Its heading takes the focus, because the focused form is gone. */
export const RecoveryOutcome = ({ heading, children, actions }: RecoveryOutcomeProps) => (
  <div className="stack-8">
    <div className="stack-4">
      <h2 ref={focusOnMount} tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </div>
    <div className="row-3 wrap">{actions}</div>
  </div>
);
