import { enqueueDialog, type QueuedDialog } from './dialog-host.tsx';

/**
 * Shows a message and waits until the visitor confirms it. Further messages are queued. Resolves to false when Back or Forward
 * changed the URL instead; the caller must not redirect then.
 */
export const showAlert = (message: string): Promise<boolean> =>
  enqueueDialog({ message, confirmLabel: '확인' });

/** Asks for confirmation of an action, which `confirmLabel` names; false when the visitor cancels, or Back or Forward changes the URL. */
export const askConfirm = (
  dialog: Pick<QueuedDialog, 'message' | 'confirmLabel' | 'isDanger'>,
): Promise<boolean> => enqueueDialog({ ...dialog, cancelLabel: '취소' });
