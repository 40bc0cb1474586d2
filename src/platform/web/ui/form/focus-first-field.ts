/** A `ref` that focuses the first input or text area of a form when the form mounts. */
export const focusFirstField = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('input:not([hidden]), textarea')?.focus();
