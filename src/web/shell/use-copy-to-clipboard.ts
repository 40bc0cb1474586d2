import { useState } from 'react';

/** Copies a text to the clipboard. `isCopied` is null until it was tried with this text. */
export const useCopyToClipboard = (text: string) => {
  const [tried, setTried] = useState({ text: '', isCopied: false });
  const copy = async (): Promise<void> => {
    try {
      // Throws where the site has no TLS, or the visitor has not allowed it.
      await navigator.clipboard.writeText(text);
      setTried({ text, isCopied: true });
    } catch {
      setTried({ text, isCopied: false });
    }
  };
  return { copy, isCopied: tried.text === text ? tried.isCopied : null };
};
