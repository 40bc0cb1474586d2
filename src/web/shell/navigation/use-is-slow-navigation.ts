import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** Faster navigations show no progress bar. */
const DELAY_MS = 150;

/** True when the code or data of the next page has been loading for longer than `DELAY_MS`. */
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
