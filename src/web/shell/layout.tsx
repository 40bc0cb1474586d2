import '#web/styles/site.css';
import { Outlet, ScrollRestoration, useLoaderData } from 'react-router';
import type { Studio } from '#contract/studio.ts';
import { logOut } from '#web/auth/log-out.ts';
import { DialogHost } from './dialog-host.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { UpcomingDocuments } from './upcoming-documents.tsx';
import { RouteAnnouncer } from '#web/shell/navigation/route-announcer.tsx';

const CONTENT_ID = 'content';

export const Layout = () => {
  const studio = useLoaderData<Studio>();
  return (
    <div className={styles.layout}>
      <a href={`#${CONTENT_ID}`} className={styles.skip}>
        본문으로 건너뛰기
      </a>
      <Header studioName={studio.name} onLogOut={() => void logOut()} />
      <UpcomingDocuments documents={studio.upcomingDocuments} />
      <main id={CONTENT_ID} className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer studio={studio} />
      <RouteAnnouncer studio={studio} />
      <DialogHost />
      <ScrollRestoration />
    </div>
  );
};
