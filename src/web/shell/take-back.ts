/** Whether it has taken the step through the history: then the router does not learn of it. */
type TakeBack = () => boolean;

let takeBack: TakeBack | null = null;

/** The next steps through the history are asked of this one first; null: they are the router's. */
export const setTakeBack = (next: TakeBack | null): void => {
  takeBack = next;
};

/** Before the router is made: a window tells of a step in the order in which it was listened for. */
export const listenBeforeRouter = (): void => {
  addEventListener('popstate', (event) => {
    if (takeBack?.() === true) event.stopImmediatePropagation();
  });
};
