/**
 * A `ref` that opens a dialog as modal. Closes it before it is removed from the document, so that the browser restores the
 * focus.
 */
export const openModal = (dialog: HTMLDialogElement): (() => void) => {
  dialog.showModal();
  return () => dialog.close();
};
