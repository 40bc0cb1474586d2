import { useEffect, useState } from 'react';

const TICK = 30_000;

/** This moment, kept fresh: a slot that begins, or a day that ends, while the page is open. */
export const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
};
