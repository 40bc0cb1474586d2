/** Whether a dialog covers the page. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;
