import { useEffect, useState } from 'react';

const secondsUntil = (moment: number): number => Math.max(0, Math.ceil((moment - Date.now()) / 1_000));

/** Whole seconds until `moment` (milliseconds since 1970), renewed each second; 0 from then on. */
export const useSecondsLeft = (moment: number): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment));

  useEffect(() => {
    const renew = (): void => setSeconds(secondsUntil(moment));
    renew();
    const timer = setInterval(renew, 1_000);
    return () => clearInterval(timer);
  }, [moment]);

  return seconds;
};
