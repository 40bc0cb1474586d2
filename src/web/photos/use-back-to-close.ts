import { useEffect, useEffectEvent, useRef } from 'react';

interface EntryState {
  readonly isCovered?: boolean;
}

const keepFromRouter = (event: Event): void => event.stopImmediatePropagation();

/**
 * Back leaves what covers the page, not the page: while it is open an entry of its own stands in the history.
 * The router does not learn of that entry, or it would load the page anew for it. Answers what takes the entry
 * back; it is to be called when the cover closes, however that came about.
 */
export const useBackToClose = (close: () => void): (() => void) => {
  const isStanding = useRef(false);
  const closeCover = useEffectEvent(close);

  useEffect(() => {
    const { href } = location;
    const state = history.state as EntryState | null;
    // After a reload, or by Forward, it is there already.
    if (state?.isCovered !== true) history.pushState({ ...state, isCovered: true }, '');
    isStanding.current = true;
    const onBack = (event: PopStateEvent): void => {
      if (!isStanding.current) return;
      isStanding.current = false;
      // Several entries at once may lead to another page: that is the router's.
      if (location.href !== href) return;
      keepFromRouter(event);
      closeCover();
    };
    addEventListener('popstate', onBack, { capture: true });
    return () => removeEventListener('popstate', onBack, { capture: true });
  }, []);

  return () => {
    if (!isStanding.current) return;
    isStanding.current = false;
    addEventListener('popstate', keepFromRouter, { capture: true, once: true });
    history.back();
  };
};
