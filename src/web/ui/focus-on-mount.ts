/** A `ref` for an element that takes the focus when it appears. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
