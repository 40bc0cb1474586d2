/** A `ref` that opens a modal dialog. It is closed before it is removed, which restores the focus. */
export const openModal = (dialog: HTMLDialogElement): (() => void) => {
  dialog.showModal();
  return () => dialog.close();
};
