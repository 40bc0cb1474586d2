import { useState } from 'react';

/** Copies a text to the clipboard. `isCopied` is null unless the last attempt was to copy this text. */
export const useCopyToClipboard = (text: string) => {
  const [lastCopy, setLastCopy] = useState({ text: '', isCopied: false });
  const copy = async (): Promise<void> => {
    try {
      // May throw, for example without TLS or without the visitor's permission.
      await navigator.clipboard.writeText(text);
      setLastCopy({ text, isCopied: true });
    } catch {
      setLastCopy({ text, isCopied: false });
    }
  };
  return { copy, isCopied: lastCopy.text === text ? lastCopy.isCopied : null };
};
