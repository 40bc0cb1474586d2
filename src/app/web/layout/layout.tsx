import '#platform/web/styles/site.css';
import { Suspense, lazy, type ReactNode } from 'react';
import { Outlet, ScrollRestoration, useLoaderData, useLocation } from 'react-router';
import type { Studio } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
import { UpcomingDocuments } from '#core/content/web/upcoming-documents.tsx';
import { isAdmin, useSession } from '#platform/web/client/api/session.ts';
import { DialogHost } from '#platform/web/client/dialog-host.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import styles from './layout.module.css';

const CONTENT_ID = 'content';
const AdminShell = lazy(async () => ({ default: (await import('../desk/admin-shell.tsx')).AdminShell }));

/** What stands around a page. The preview of the settings shows only this, because the rest acts on the whole window. */
export const PageFrame = ({ children }: { children?: ReactNode }) => {
  const studio = useLoaderData<Studio>();
  const session = useSession();
  // CSS hides the header of admin pages from admins until the shell replaces it.
  const isDesk = `${useLocation().pathname}/`.startsWith(`${paths.admin()}/`);
  const showsShell = isDesk && session !== null && isAdmin(session.role);
  return (
    <div
      className={cx(styles.layout, studio.accent && `accent-${studio.accent}`)}
      data-desk={isDesk || undefined}
    >
      <a href={`#${CONTENT_ID}`} className={styles.skip}>
        본문으로 건너뛰기
      </a>
      {showsShell ? (
        <Suspense>
          <AdminShell studio={studio} />
        </Suspense>
      ) : (
        <Header studio={studio} />
      )}
      <UpcomingDocuments documents={studio.upcomingDocuments} />
      <main id={CONTENT_ID} className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer studio={studio} isCompact={isDesk} />
      <DialogHost />
      {children}
    </div>
  );
};

export const Layout = () => (
  <PageFrame>
    <RouteAnnouncer studio={useLoaderData<Studio>()} />
    <ScrollRestoration />
  </PageFrame>
);
