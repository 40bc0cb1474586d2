import { enqueueDialog } from './dialog-host.tsx';

/**
 * Says something and waits until the visitor has read it. Several are shown one after another. False when the visitor left
 * the page by Back instead: a redirect that was to follow must not happen then.
 */
export const showAlert = (message: string): Promise<boolean> =>
  enqueueDialog({ message, confirmLabel: '확인' });

interface ConfirmOptions {
  readonly message: string;
  /** The button that does it, named by what it does. */
  readonly confirmLabel: string;
  /** It cannot be taken back. */
  readonly isDanger?: boolean;
}

/** Asks before something is done; false when the visitor would rather not. */
export const askConfirm = ({ message, confirmLabel, isDanger = false }: ConfirmOptions): Promise<boolean> =>
  enqueueDialog({ message, confirmLabel, isDanger, cancelLabel: '취소' });
