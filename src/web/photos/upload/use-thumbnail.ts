import { useEffect, useState } from 'react';

const THUMBNAIL_WIDTH_PX = 128;

let lastTask: Promise<unknown> = Promise.resolve();

/** Runs tasks one at a time. `work` must not reject. */
const runInTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const result = lastTask.then(work);
  lastTask = result;
  return result;
};

const draw = (bitmap: ImageBitmap): Promise<Blob | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/webp', 0.7);
  });
};

/**
 * Creates a thumbnail as an object URL, which the caller revokes; null if it cannot be created. Files are decoded off the main thread,
 * one at a time.
 */
const makeThumbnail = async (file: File, signal: AbortSignal): Promise<string | null> => {
  try {
    if (signal.aborted) return null;
    const blob = await draw(
      await createImageBitmap(file, { resizeWidth: THUMBNAIL_WIDTH_PX, resizeQuality: 'medium' }),
    );
    return blob === null || signal.aborted ? null : URL.createObjectURL(blob);
  } catch {
    // A file that the browser cannot decode may still be valid; the server decides.
    return null;
  }
};

/** The URL of the file's thumbnail; null until it exists. */
export const useThumbnail = (file: File | undefined): string | null => {
  const [address, setAddress] = useState<string | null>(null);

  useEffect(() => {
    if (file === undefined) return;
    const controller = new AbortController();
    let made: string | null = null;
    const show = async (): Promise<void> => {
      made = await runInTurn(() => makeThumbnail(file, controller.signal));
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
