import { Fragment, useState, type ReactNode } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { ForbiddenPage } from '#core/content/web/pages/forbidden-page.tsx';
import { PageSkeleton } from '#core/content/web/pages/page-skeleton.tsx';
import { paths } from '#core/content/web/paths.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { saveReturnPath } from '#platform/web/client/api/redirect-after-login.ts';
import { isAdmin, useSession, useSessionKey } from '#platform/web/client/api/session.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { useTask } from '#platform/web/client/use-task.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';

export const LOGIN_NEEDED = '로그인이 필요합니다. 로그인 페이지로 이동합니다.';

/** Stores the current path and redirects a guest to the login: at once or, with an alert, when the alert is confirmed. */
const RedirectToLogin = ({ alert }: { alert?: string }) => {
  const navigate = useNavigate();
  useTask(true, async (signal) => {
    saveReturnPath();
    if (alert !== undefined && !(await showAlert(alert))) return;
    if (!signal.aborted) await navigate(paths.login(), { replace: true });
  });
  return <PageSkeleton />;
};

/**
 * Shown when the page was opened with a session and there is none any more, for example after a logout in another tab. A logout or an
 * expired session in this tab usually redirects as well.
 */
const SessionEnded = () => (
  <EmptyState
    title="로그인이 필요합니다."
    action={
      <ButtonLink to={paths.login()} onClick={() => saveReturnPath()}>
        로그인
      </ButtonLink>
    }
  />
);

interface RequireRoleProps {
  readonly role: 'member' | 'admin';
  /** Alert shown to a guest before the redirect to the login. */
  readonly alert?: string;
  readonly children: ReactNode;
}

/**
 * Protects a page of members or admins: redirects visitors who open it as guests to the login, and shows the 403 page to members without
 * the role. This only improves the display; the server authorizes every request.
 */
export const RequireRole = ({ role, alert, children }: RequireRoleProps) => {
  const session = useSession();
  const sessionKey = useSessionKey();
  const [wasGuest] = useState(session === null);
  const path = createPath(useLocation());
  // The key restarts the redirect when only the search or hash changes, because Back and Forward then dismiss the alert without leaving
  // the page.
  if (wasGuest && session === null) return <RedirectToLogin key={path} alert={alert} />;
  if (session === null) return <SessionEnded />;
  if (role === 'admin' && !isAdmin(session.role)) return <ForbiddenPage />;
  // The key discards the page's state when the session ends.
  return <Fragment key={sessionKey}>{children}</Fragment>;
};
