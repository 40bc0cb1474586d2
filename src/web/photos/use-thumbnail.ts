import { useEffect, useState } from 'react';
import { makeThumbnail } from './make-thumbnail.ts';

/** The address of a small picture of the file; null until there is one. */
export const useThumbnail = (file: File | undefined): string | null => {
  const [address, setAddress] = useState<string | null>(null);

  useEffect(() => {
    if (file === undefined) return;
    const controller = new AbortController();
    let made: string | null = null;
    const show = async (): Promise<void> => {
      made = await makeThumbnail(file, controller.signal);
      if (!controller.signal.aborted) setAddress(made);
    };
    void show();
    return () => {
      controller.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [file]);

  return address;
};
