import { useState } from 'react';

/** Copies a text to the clipboard. `isCopied` is null until copying this text was attempted. */
export const useCopyToClipboard = (text: string) => {
  const [tried, setTried] = useState({ text: '', isCopied: false });
  const copy = async (): Promise<void> => {
    try {
      // Throws without TLS or permission.
      await navigator.clipboard.writeText(text);
      setTried({ text, isCopied: true });
    } catch {
      setTried({ text, isCopied: false });
    }
  };
  return { copy, isCopied: tried.text === text ? tried.isCopied : null };
};
