import { enqueueDialog } from './dialog-host.tsx';

/**
 * Shows an alert and resolves when the visitor confirms it. Several alerts are shown one after another. Resolves to false when the
 * visitor left by Back; a following redirect must not happen then.
 */
export const showAlert = (message: string): Promise<boolean> =>
  enqueueDialog({ message, confirmLabel: '확인' });

interface ConfirmOptions {
  readonly message: string;
  /** Label of the confirming button, which names the action. */
  readonly confirmLabel: string;
  /** Whether the action cannot be undone. */
  readonly isDanger?: boolean;
}

/** Asks for confirmation; resolves to false when the visitor declines. */
export const askConfirm = ({ message, confirmLabel, isDanger = false }: ConfirmOptions): Promise<boolean> =>
  enqueueDialog({ message, confirmLabel, isDanger, cancelLabel: '취소' });
