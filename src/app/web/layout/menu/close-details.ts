/**
 * A `ref` for a `details` menu: Escape, or a press or focus outside it, closes it. The menu opens without JavaScript. Give it a
 * new `key` to close it after a navigation.
 */
export const closeDetails = (details: HTMLDetailsElement): (() => void) => {
  const close = (event: Event): void => {
    if (!details.open) return;
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Escape') return;
      if (details.contains(document.activeElement)) details.querySelector('summary')?.focus();
    } else if (event.target instanceof Node && details.contains(event.target)) return;
    details.open = false;
  };
  const events = ['keydown', 'pointerdown', 'focusin'] as const;
  for (const name of events) document.addEventListener(name, close);
  return () => {
    for (const name of events) document.removeEventListener(name, close);
  };
};
