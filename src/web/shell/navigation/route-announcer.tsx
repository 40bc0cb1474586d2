import { useEffect, useRef, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { Studio } from '#contract/studio.ts';
import { fullTitle, findPageMeta } from '#web/document/page-meta.ts';
import styles from './route-announcer.module.css';
import { useHeadingFocus } from './use-heading-focus.ts';
import { useIsSlowNavigation } from './use-is-slow-navigation.ts';

const LOADING = '페이지를 불러오는 중입니다.';

/**
 * After a change of page: writes its head, moves the focus to its heading and says its title to those who do not see it.
 * While a page is slow to come, shows a progress bar and says so in the same live region.
 */
export const RouteAnnouncer = ({ studio }: { studio: Studio }) => {
  const { pathname } = useLocation();
  const meta = findPageMeta(useMatches(), studio);
  const title = fullTitle(meta, studio);
  const lastPath = useRef(pathname);
  const [said, setSaid] = useState('');
  const isSlow = useIsSlowNavigation();
  useHeadingFocus(pathname);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    document.title = title;
    // What search engines and messengers read may come late, and not at all without a network.
    void import('#web/document/sync-head.ts').then(
      ({ syncHead: applyMeta }) => {
        if (lastPath.current === pathname)
          applyMeta({ meta, studio, origin: location.origin, path: pathname });
      },
      () => undefined,
    );
    setSaid(title);
  }, [pathname, meta, studio, title]);

  return (
    <>
      {isSlow && <div className={styles.progress} data-progress aria-hidden="true" />}
      <p className="visually-hidden" role="status">
        {isSlow ? LOADING : said}
      </p>
    </>
  );
};
