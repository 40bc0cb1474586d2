import { useEffect, useRef, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { Studio } from '#contract/studio.ts';
import { fullTitle, findPageMeta } from '#web/document/page-meta.ts';
import styles from './route-announcer.module.css';
import { useHeadingFocus } from './use-heading-focus.ts';
import { useIsSlowNavigation } from './use-is-slow-navigation.ts';

const LOADING = '페이지를 불러오는 중입니다.';

/**
 * After a navigation: updates the head, moves the focus to the page's heading and announces its title in a live region. Shows
 * and announces a progress bar while a page loads slowly.
 */
export const RouteAnnouncer = ({ studio }: { studio: Studio }) => {
  const { pathname } = useLocation();
  const meta = findPageMeta(useMatches(), studio);
  const title = fullTitle(meta, studio);
  const lastPath = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');
  const isSlow = useIsSlowNavigation();
  useHeadingFocus(pathname);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    document.title = title;
    // Metadata for search engines and messengers may be updated late, and is skipped when its code fails to load.
    void import('#web/document/sync-head.ts').then(
      ({ syncHead: applyMeta }) => {
        if (lastPath.current === pathname)
          applyMeta({ meta, studio, origin: location.origin, path: pathname });
      },
      () => undefined,
    );
    setAnnouncement(title);
  }, [pathname, meta, studio, title]);

  return (
    <>
      {isSlow && <div className={styles.progress} data-progress aria-hidden="true" />}
      <p className="visually-hidden" role="status">
        {isSlow ? LOADING : announcement}
      </p>
    </>
  );
};
