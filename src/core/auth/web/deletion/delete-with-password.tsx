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

/** Returns a function whose promise resolves once React has removed the component and cleaned up the effects around it. */
const useRemoval = (): (() => Promise<void>) => {
  const removal = useRef(Promise.resolve());
  useEffect(() => {
    let finish = (): void => {};
    removal.current = new Promise((resolve) => {
      finish = resolve;
    });
    return () => finish();
  }, []);
  return () => removal.current;
};

interface DialogProps<E extends Endpoint> extends DeletionProps<E> {
  readonly waitForRemoval: () => Promise<void>;
  readonly onClose: () => void;
}

const DeletionDialog = <E extends Endpoint>({ waitForRemoval, onClose, ...deletion }: DialogProps<E>) => {
  const { label, endpoint, toInput, done, leadsTo, children } = deletion;
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const { run, isRunning, report } = useAction({ reloadsAfterFailure: false });

  const submit = () =>
    run(async () => {
      await browserApi.call(endpoint, toInput(password), { reloads: false });
      await navigate(leadsTo, { replace: true });
      // The page of what was deleted must not reload, because it would not be found. It may outlast the navigation.
      await waitForRemoval();
      await reloadData(endpoint.changes);
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
  const waitForRemoval = useRemoval();
  return (
    <div>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        {deletion.label}
      </Button>
      {isOpen && (
        <DeletionDialog {...deletion} waitForRemoval={waitForRemoval} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
};
