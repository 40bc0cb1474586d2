/** Returns true if it handled the history step, which is then hidden from the router. */
type PopstateInterceptor = () => boolean;

let interceptor: PopstateInterceptor | null = null;

/** Sets the interceptor of history steps; null removes it. */
export const setPopstateInterceptor = (next: PopstateInterceptor | null): void => {
  interceptor = next;
};

/** Must be installed before the router is created, because listeners are called in order of registration. */
export const installPopstateInterceptor = (): void => {
  addEventListener('popstate', (event) => {
    if (interceptor?.() === true) event.stopImmediatePropagation();
  });
};
