import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { showAlert } from '#platform/web/client/alert.tsx';
import { useKeyDown } from '#platform/web/client/use-key-down.ts';
import { isDialogOpen } from '#platform/web/ui/dialog/is-dialog-open.ts';
import type { SearchDialog } from './search-dialog.tsx';

interface Opened {
  readonly Search: typeof SearchDialog;
  /** Key of the location at which it opened. Following a link closes it, and Back to this location does not open it again. */
  readonly at: string;
}

/** The search dialog, which Ctrl+K and Cmd+K open too. Its code is imported on demand. */
export const useSearchDialog = (): { readonly open: () => Promise<void>; readonly dialog: ReactNode } => {
  const { key } = useLocation();
  const [opened, setOpened] = useState<Opened | null>(null);
  if (opened !== null && opened.at !== key) setOpened(null);

  const open = async (): Promise<void> => {
    try {
      const { SearchDialog: Search } = await import('./search-dialog.tsx');
      setOpened({ Search, at: key });
    } catch {
      await showAlert('검색 화면을 불러오지 못했습니다. 다시 시도해 주세요.');
    }
  };

  useKeyDown((event) => {
    const { code, ctrlKey, metaKey, shiftKey, altKey } = event;
    // Compares the position of the key, because its letter is another one while Hangul is typed.
    if (code !== 'KeyK' || ctrlKey === metaKey || shiftKey || altKey) return;
    event.preventDefault();
    if (!isDialogOpen()) void open();
  });

  const dialog = opened !== null && <opened.Search onClose={() => setOpened(null)} />;
  return { open, dialog };
};
