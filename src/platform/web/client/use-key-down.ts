import { useEffect, useEffectEvent } from 'react';

/** Listens to the keys that are pressed anywhere on the page. */
export const useKeyDown = (onKeyDown: (event: KeyboardEvent) => void): void => {
  const handle = useEffectEvent(onKeyDown);
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handle(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
};
