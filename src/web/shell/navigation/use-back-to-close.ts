import { useEffect, useEffectEvent, useRef } from 'react';
import { setPopstateInterceptor } from './popstate-interceptor.ts';

interface HistoryEntryState {
  readonly isCovered?: boolean;
}

/**
 * Makes Back close an overlay instead of leaving the page, by an extra history entry while it is open. The entry is hidden from the
 * router, which would reload and scroll the page. Returns a function that removes the entry; it must be called whenever the overlay
 * closes.
 */
export const useBackToClose = (close: () => void): (() => void) => {
  const isStanding = useRef(false);
  const closeCover = useEffectEvent(close);

  useEffect(() => {
    const { href } = location;
    const state = history.state as HistoryEntryState | null;
    // After a reload or Forward the entry already exists.
    if (state?.isCovered !== true) history.pushState({ ...state, isCovered: true }, '');
    isStanding.current = true;
    setPopstateInterceptor(() => {
      isStanding.current = false;
      setPopstateInterceptor(null);
      // Going back several entries at once may lead to another page.
      if (location.href !== href) return false;
      closeCover();
      return true;
    });
    return () => {
      if (isStanding.current) setPopstateInterceptor(null);
    };
  }, []);

  return () => {
    if (!isStanding.current) return;
    isStanding.current = false;
    setPopstateInterceptor(() => {
      setPopstateInterceptor(null);
      return true;
    });
    history.back();
  };
};
