import { useEffect, useState } from 'react';

const THUMBNAIL_WIDTH_PX = 128;

let lastTask: Promise<unknown> = Promise.resolve();

/** Does one piece of work after the other. `work` must not fail. */
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
 * A small picture of a file as an object URL, which the caller revokes; null where it cannot be made. Camera files are
 * decoded off the page's thread and one at a time.
 */
const makeThumbnail = async (file: File, signal: AbortSignal): Promise<string | null> => {
  try {
    if (signal.aborted) return null;
    const blob = await draw(
      await createImageBitmap(file, { resizeWidth: THUMBNAIL_WIDTH_PX, resizeQuality: 'medium' }),
    );
    return blob === null || signal.aborted ? null : URL.createObjectURL(blob);
  } catch {
    // What cannot be shown here may still be a photo: the server looks at it.
    return null;
  }
};

/** The address of a small picture of the file; null until there is one. */
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
