import { useEffect, useEffectEvent, useRef } from 'react';
import { setPopstateInterceptor } from './popstate-interceptor.ts';

interface HistoryEntryState {
  readonly isCovered?: boolean;
}

/**
 * Back leaves what covers the page, not the page: while it is open an entry of its own stands in the history.
 * The router does not learn of that entry: it would load the page anew and move it. Answers what takes the entry
 * back; it is to be called when the cover closes, however that came about.
 */
export const useBackToClose = (close: () => void): (() => void) => {
  const isStanding = useRef(false);
  const closeCover = useEffectEvent(close);

  useEffect(() => {
    const { href } = location;
    const state = history.state as HistoryEntryState | null;
    // After a reload, or by Forward, it is there already.
    if (state?.isCovered !== true) history.pushState({ ...state, isCovered: true }, '');
    isStanding.current = true;
    setPopstateInterceptor(() => {
      isStanding.current = false;
      setPopstateInterceptor(null);
      // Several entries at once may lead to another page.
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
