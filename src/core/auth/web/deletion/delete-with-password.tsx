import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { CallInput, Endpoint } from '#platform/contract/endpoint.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { FormDialog } from '#platform/web/client/forms/form-dialog.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { CurrentPasswordField } from '../password-field.tsx';

interface DeletionProps<E extends Endpoint> {
  /** Names the deletion: `회원 삭제`. */
  readonly label: string;
  readonly endpoint: E;
  readonly toInput: (password: string) => CallInput<E>;
  /** Shown on the page `leadsTo` after the deletion. */
  readonly done: string;
  readonly leadsTo: string;
  /** What is deleted and what stays. */
  readonly children: ReactNode;
}

const DeletionDialog = <E extends Endpoint>({
  onClose,
  ...deletion
}: DeletionProps<E> & { onClose: () => void }) => {
  const { label, endpoint, toInput, done, leadsTo, children } = deletion;
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const { run, isRunning, report } = useAction({ reloadsAfterFailure: false });
  const isDeleted = useRef(false);

  // The data reloads once the page of what was deleted is gone, because it would not be found. The router reports the end of a navigation
  // before the page is gone, and the microtask runs after the last effect of the page was cleaned up.
  useEffect(
    () => () => {
      if (isDeleted.current) queueMicrotask(() => void reloadData(endpoint.changes));
    },
    [endpoint],
  );

  const submit = () =>
    run(async () => {
      await browserApi.call(endpoint, toInput(password), { reloads: false });
      isDeleted.current = true;
      await navigate(leadsTo, { replace: true });
      await showAlert(done);
      return null;
    });

  return (
    <FormDialog
      title={label}
      submitLabel="삭제"
      isDanger
      isRunning={isRunning}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {children}
      <CurrentPasswordField
        hint="지금 로그인한 관리자의 비밀번호입니다."
        error={report?.text}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </FormDialog>
  );
};

/** A button whose dialog says what a deletion does, and asks for the admin's password. */
export const DeleteWithPassword = <E extends Endpoint>(deletion: DeletionProps<E>) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        {deletion.label}
      </Button>
      {isOpen && <DeletionDialog {...deletion} onClose={() => setIsOpen(false)} />}
    </div>
  );
};
