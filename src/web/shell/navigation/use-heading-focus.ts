import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the heading of the new page, or to its content if there is none. Runs as a layout effect, so that a page can focus
 * something else in an effect.
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
