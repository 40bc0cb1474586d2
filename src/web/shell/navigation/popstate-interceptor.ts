/** Whether it has taken the step through the history: then the router does not learn of it. */
type PopstateInterceptor = () => boolean;

let interceptor: PopstateInterceptor | null = null;

/** The next steps through the history are asked of this one first; null: they are the router's. */
export const setPopstateInterceptor = (next: PopstateInterceptor | null): void => {
  interceptor = next;
};

/** Before the router is made: a window tells of a step in the order in which it was listened for. */
export const installPopstateInterceptor = (): void => {
  addEventListener('popstate', (event) => {
    if (interceptor?.() === true) event.stopImmediatePropagation();
  });
};
