import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** A page that comes sooner than this needs no sign of progress. */
const DELAY_MS = 150;

/** Whether the next page, its code or its data, has been awaited for longer than a blink. */
export const useIsSlowNavigation = (): boolean => {
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
