import { useLayoutEffect, useRef } from 'react';

/**
 * After a navigation moves the focus to the page's heading, or to its content when it has none. A layout effect, so that a page
 * can focus another element in its own effect.
 */
export const useHeadingFocus = (pathname: string): void => {
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
      heading.focus({ preventScroll: true });
    }
  }, [pathname]);
};
