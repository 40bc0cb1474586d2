import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** What is asked there comes first: nothing is taken behind its back. */
const isAsking = (): boolean => document.querySelector('dialog[open]') !== null;

/** Takes what is dropped anywhere on the page or pasted into it. True while files hover over it. */
export const useGivenFiles = (onFiles: (files: readonly File[]) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  const give = useEffectEvent((data: DataTransfer | null): void => onFiles([...(data?.files ?? [])]));

  useEffect(() => {
    const hover = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      // Or the browser would open the file in the place of the page.
      event.preventDefault();
      if (isAsking() && event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
      setIsOver(!isAsking());
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setIsOver(false);
      if (!isAsking()) give(event.dataTransfer);
    };
    const paste = (event: ClipboardEvent): void => {
      if (isAsking() || !hasFiles(event.clipboardData)) return;
      event.preventDefault();
      give(event.clipboardData);
    };
    document.addEventListener('dragenter', hover);
    document.addEventListener('dragover', hover);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragenter', hover);
      document.removeEventListener('dragover', hover);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, []);

  return isOver;
};
