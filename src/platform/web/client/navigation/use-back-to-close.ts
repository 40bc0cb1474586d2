import { useEffect, useEffectEvent, useRef } from 'react';
import { setPopstateInterceptor } from './popstate-interceptor.ts';

/**
 * Makes Back close an overlay instead of leaving the page, by adding a history entry while the overlay is open. The router does
 * not see that entry, because it would reload and scroll the page. Links in the overlay need `replace`, so that their page takes
 * the place of the entry. Returns a function that removes the entry; call it whenever the overlay closes.
 */
export const useBackToClose = (close: () => void, isOpen = true): (() => void) => {
  const hasEntry = useRef(false);
  const closeOverlay = useEffectEvent(close);

  useEffect(() => {
    if (!isOpen) return;
    const { href } = location;
    const state = history.state as { readonly isCovered?: boolean } | null;
    // After a reload or Forward the entry already exists.
    if (state?.isCovered !== true) history.pushState({ ...state, isCovered: true }, '');
    hasEntry.current = true;
    setPopstateInterceptor(() => {
      hasEntry.current = false;
      setPopstateInterceptor(null);
      // Going back several entries may lead to another page, which the router has to handle.
      if (location.href !== href) return false;
      closeOverlay();
      return true;
    });
    return () => {
      if (hasEntry.current) setPopstateInterceptor(null);
    };
  }, [isOpen]);

  return () => {
    if (!hasEntry.current) return;
    hasEntry.current = false;
    setPopstateInterceptor(() => {
      setPopstateInterceptor(null);
      return true;
    });
    history.back();
  };
};
