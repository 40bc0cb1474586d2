import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useMatches, useNavigation, useNavigationType } from 'react-router';
import type { Studio } from '#core/content/contract/studio.ts';
import { fullTitle, findPageMeta } from '#core/content/web/page-meta.ts';
import styles from './route-announcer.module.css';

/**
 * After a navigation to another path moves the focus to the page's heading, or to its content when it has none. A layout effect, so
 * that a page can focus another element in its own effect. The heading shows the focus ring only after a push, such as a followed
 * link: after Back, Forward or a redirect that replaces the page, browsers may show the ring to users of a mouse.
 */
const useHeadingFocus = (pathname: string): void => {
  const isFollowed = useNavigationType() === 'PUSH';
  const lastPath = useRef(pathname);
  useLayoutEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    const main = document.querySelector('main');
    const heading = main?.querySelector('h1');
    // The router restores the scroll position.
    main?.focus({ preventScroll: true });
    if (heading) {
      heading.tabIndex = -1;
      heading.toggleAttribute('data-no-ring', !isFollowed);
      heading.focus({ preventScroll: true });
    }
  }, [pathname, isFollowed]);
};

/** Faster navigations show no progress bar. */
const DELAY_MS = 150;

/** True when the code or data of the next page has been loading for longer than `DELAY_MS`. */
const useIsSlowNavigation = (): boolean => {
  const isNavigating = useNavigation().state !== 'idle';
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isNavigating) return;
    const timer = setTimeout(() => setIsSlow(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isNavigating]);
  return isSlow;
};

/**
 * After a navigation to another path: updates the head, moves the focus to the page's heading and announces its title in a live
 * region. Shows a progress bar and announces the loading while a page loads slowly.
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
    void import('../document/sync-head.ts').then(
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
        {isSlow ? '페이지를 불러오는 중입니다.' : announcement}
      </p>
    </>
  );
};
