import { useEffect, useState } from 'react';

const THUMBNAIL_WIDTH_PX = 128;

let lastTask: Promise<unknown> = Promise.resolve();

/** Runs tasks one at a time. `task` must not reject. */
const runSequentially = <Result>(task: () => Promise<Result>): Promise<Result> => {
  const result = lastTask.then(task);
  lastTask = result;
  return result;
};

const encode = (bitmap: ImageBitmap): Promise<Blob | null> => {
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
 * Creates a thumbnail as an object URL, which the caller revokes; null when aborted or when the file cannot be decoded or encoded.
 */
const makeThumbnail = async (file: File, signal: AbortSignal): Promise<string | null> => {
  try {
    if (signal.aborted) return null;
    const blob = await encode(
      await createImageBitmap(file, { resizeWidth: THUMBNAIL_WIDTH_PX, resizeQuality: 'medium' }),
    );
    return blob === null || signal.aborted ? null : URL.createObjectURL(blob);
  } catch {
    // A browser may fail to decode a file that the server accepts.
    return null;
  }
};

/** Object URL of the file's thumbnail; null without a file, until it is ready, and when it cannot be made. */
export const useThumbnail = (file: File | undefined): string | null => {
  const [url, setUrl] = useState<string | null>(null);

  useEffect(() => {
    if (file === undefined) return;
    const controller = new AbortController();
    let objectUrl: string | null = null;
    const show = async (): Promise<void> => {
      objectUrl = await runSequentially(() => makeThumbnail(file, controller.signal));
      if (!controller.signal.aborted) setUrl(objectUrl);
    };
    void show();
    return () => {
      controller.abort();
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
  }, [file]);

  return url;
};
