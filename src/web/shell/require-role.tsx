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

/** Redirects a guest to the login and remembers the current page; shows an alert first if one is given. */
const RedirectToLogin = ({ alert }: { alert?: string }) => {
  const navigate = useNavigate();
  useTask(true, async (gone) => {
    saveReturnPath();
    if (alert !== undefined && !(await showAlert(alert))) return;
    if (!gone.aborted) await navigate(paths.login(), { replace: true });
  });
  return <PageSkeleton />;
};

/** Shown when the session ended while the page was open. A logout in this tab redirects by itself. */
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
 * Wraps a page of members or admins: guests are redirected to the login, and members without the role see the 403 page. Only for
 * convenience; the server enforces access.
 */
export const RequireRole = ({ role, alert, children }: RequireRoleProps) => {
  const session = useSession();
  const sessionKey = useSessionKey();
  const [cameAsGuest] = useState(session === null);
  const address = createPath(useLocation());
  // Back dismisses the alert. If only query or hash change, the page stays mounted and has to redirect again.
  if (cameAsGuest && session === null) return <RedirectToLogin key={address} alert={alert} />;
  if (session === null) return <SessionEnded />;
  if (role === 'admin' && !isAdmin(session.role)) return <ForbiddenPage />;
  // Remounts for another member, so that data and input are not shared.
  return <Fragment key={sessionKey}>{children}</Fragment>;
};
