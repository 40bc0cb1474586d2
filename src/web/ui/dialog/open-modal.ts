/** A `ref` that opens the dialog over the page. It is closed before it leaves the document, which returns the focus. */
export const openModal = (dialog: HTMLDialogElement): (() => void) => {
  dialog.showModal();
  return () => dialog.close();
};
