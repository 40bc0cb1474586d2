import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import { createPath, Link, useLocation, useNavigate } from 'react-router';
import { saveReturnPath } from '#web/auth/redirect-after-login.ts';
import { isAdmin, useSession, useSessionKey } from '#web/auth/session.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { showAlert } from './alert.tsx';
import { ForbiddenPage } from '#web/shell/pages/forbidden-page.tsx';
import { PageSkeleton } from '#web/shell/pages/page-skeleton.tsx';
import { useTask } from './use-task.ts';

/** Leads a guest to the login and remembers the way back; says so first where there is something to say. */
const RedirectToLogin = ({ alert }: { alert?: string }) => {
  const navigate = useNavigate();
  useTask(true, async (gone) => {
    saveReturnPath();
    if (alert !== undefined && !(await showAlert(alert))) return;
    if (!gone.aborted) await navigate(paths.login(), { replace: true });
  });
  return <PageSkeleton />;
};

/** The session ended while the page was open, here or in another tab. Who ended it here says so and leads away. */
const SessionEnded = () => (
  <EmptyState
    title="로그인이 필요합니다."
    action={
      <Link to={paths.login()} className={buttonClass()} onClick={saveReturnPath}>
        로그인
      </Link>
    }
  />
);

interface RequireRoleProps {
  readonly role: 'member' | 'admin';
  /** Shown to a guest before the login. */
  readonly alert?: string;
  readonly children: ReactNode;
}

/**
 * Around a page of members or admins: a guest is led to the login, a member without the right sees the 403 page.
 * It only spares the visitor a page of refusals; the server decides.
 */
export const RequireRole = ({ role, alert, children }: RequireRoleProps) => {
  const session = useSession();
  const sessionKey = useSessionKey();
  const [cameAsGuest] = useState(session === null);
  const address = createPath(useLocation());
  // Back dismisses the alert. Where only the search or the hash changes, the page stays: it has to lead away again.
  if (cameAsGuest && session === null) return <RedirectToLogin key={address} alert={alert} />;
  if (session === null) return <SessionEnded />;
  if (role === 'admin' && !isAdmin(session.role)) return <ForbiddenPage />;
  // What was read and typed for one member is nothing to the next.
  return <Fragment key={sessionKey}>{children}</Fragment>;
};
