import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';

/** A `details` that works before any script, and with it closes on Escape, on a press elsewhere and on leaving. */
export const useClosingDetails = (): RefObject<HTMLDetailsElement | null> => {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const keyAtOpening = useRef(key);

  useEffect(() => {
    // Not on the first run: the visitor may have opened it before the page came to life.
    if (keyAtOpening.current !== key && details.current !== null) details.current.open = false;
    keyAtOpening.current = key;
  }, [key]);

  useEffect(() => {
    const close = (event: Event): void => {
      const element = details.current;
      if (element === null || !element.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        if (element.contains(document.activeElement)) element.querySelector('summary')?.focus();
      } else if (event.target instanceof Node && element.contains(event.target)) return;
      element.open = false;
    };
    const events = ['keydown', 'pointerdown', 'focusin'] as const;
    for (const name of events) document.addEventListener(name, close);
    return () => {
      for (const name of events) document.removeEventListener(name, close);
    };
  }, []);

  return details;
};
