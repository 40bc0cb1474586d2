import { enqueueDialog } from './dialog-host.tsx';

/**
 * Shows a message and waits until the visitor confirms it. Further messages are queued. Resolves to false when the visitor left
 * the page by Back or Forward instead; the caller must not redirect then.
 */
export const showAlert = (message: string): Promise<boolean> =>
  enqueueDialog({ message, confirmLabel: '확인' });

interface ConfirmOptions {
  readonly message: string;
  /** Label of the confirm button. Names the action. */
  readonly confirmLabel: string;
  /** True when the action cannot be undone. */
  readonly isDanger?: boolean;
}

/** Asks for confirmation of an action; false when the visitor cancels. */
export const askConfirm = ({ message, confirmLabel, isDanger = false }: ConfirmOptions): Promise<boolean> =>
  enqueueDialog({ message, confirmLabel, isDanger, cancelLabel: '취소' });
