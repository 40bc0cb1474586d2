const WIDTH = 128;
const AT_ONCE = 2;

let free = AT_ONCE;
const waiting: (() => void)[] = [];

const takeTurn = async (): Promise<void> => {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
};

const passTurn = (): void => {
  const next = waiting.shift();
  if (next === undefined) free += 1;
  else next();
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
 * decoded off the page's thread and two at a time.
 */
export const makeThumbnail = async (file: File, signal: AbortSignal): Promise<string | null> => {
  await takeTurn();
  try {
    if (signal.aborted) return null;
    const blob = await draw(await createImageBitmap(file, { resizeWidth: WIDTH, resizeQuality: 'medium' }));
    return blob === null || signal.aborted ? null : URL.createObjectURL(blob);
  } catch {
    // What cannot be shown here may still be a photo: the server looks at it.
    return null;
  } finally {
    passTurn();
  }
};
