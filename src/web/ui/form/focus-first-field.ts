/** A `ref` for a form whose first field takes the focus when the form appears. */
export const focusFirstField = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('input:not([hidden]), textarea')?.focus();
