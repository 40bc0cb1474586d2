import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the keyboard focus to the heading of a page that was navigated to, or to its content while it has none. It runs
 * as a layout effect, so that a page that focuses something by itself in an effect has the last word.
 */
export const useHeadingFocus = (pathname: string): void => {
  const lastPath = useRef(pathname);
  useLayoutEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    const main = document.querySelector('main');
    const heading = main?.querySelector('h1');
    // The scroll position is the router's business.
    main?.focus({ preventScroll: true });
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  }, [pathname]);
};
