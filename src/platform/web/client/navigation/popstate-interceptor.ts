/** Returns true when it handled the popstate event, which then does not reach the router. */
type PopstateInterceptor = () => boolean;

let interceptor: PopstateInterceptor | null = null;

/** Sets the interceptor of the next popstate events; null passes them to the router. */
export const setPopstateInterceptor = (next: PopstateInterceptor | null): void => {
  interceptor = next;
};

/** Must run before the router is created, because listeners are called in the order in which they were added. */
export const installPopstateInterceptor = (): void => {
  addEventListener('popstate', (event) => {
    if (interceptor?.() === true) event.stopImmediatePropagation();
  });
};
