import { useEffect, useEffectEvent, useState } from 'react';
import { isDialogOpen } from '#platform/web/ui/dialog/is-dialog-open.ts';

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/**
 * Accepts files dropped anywhere on the page or pasted into it, and returns true while files are dragged over it; neither while a dialog
 * is open.
 */
export const useFileDrop = (onFiles: (files: readonly File[]) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  const accept = useEffectEvent((data: DataTransfer | null): void => onFiles([...(data?.files ?? [])]));

  useEffect(() => {
    const hover = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      // Otherwise the browser would navigate to the dropped file.
      event.preventDefault();
      if (isDialogOpen() && event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
      setIsOver(!isDialogOpen());
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setIsOver(false);
      if (!isDialogOpen()) accept(event.dataTransfer);
    };
    const paste = (event: ClipboardEvent): void => {
      if (isDialogOpen() || !hasFiles(event.clipboardData)) return;
      event.preventDefault();
      accept(event.clipboardData);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('dragenter', hover, { signal });
    document.addEventListener('dragover', hover, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('paste', paste, { signal });
    return () => listening.abort();
  }, []);

  return isOver;
};
