/** Upper bound for waiting until the previous read settles, because its database connection may have stopped responding. */
const MAX_WAIT_MS = 250;

/** Resolves once the I/O events that are already queued have been processed. */
const endOfTick = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Per key: the latest read in progress, and the next read, shared by the calls until it begins. */
interface InFlight<Value> {
  current?: Promise<Value> | undefined;
  next?: Promise<Value> | undefined;
}

/** Resolves when the read settles or after `MAX_WAIT_MS`. */
const waitAtMost = (reading: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    reading.then(end, end);
  });

/**
 * Returns a function that shares reads among callers of the same key. Every call gets a read that began after the call, so
 * its result is as fresh as a separate read: calls of one event-loop tick share a read, and calls made during a read usually
 * share the next one. The `read` of its first caller is used.
 */
export const createSingleFlight = <Value>() => {
  const flights = new Map<string, InFlight<Value>>();

  return (key: string, read: () => Promise<Value>): Promise<Value> => {
    const flight = flights.get(key) ?? {};
    flights.set(key, flight);
    const begin = (): Promise<Value> => {
      flight.next = undefined;
      // Makes one promise of the query, because the query builder sends a statement again each time it is awaited.
      const reading = (async () => read())();
      flight.current = reading;
      const end = (): void => {
        if (flight.current !== reading) return;
        flight.current = undefined;
        if (flight.next === undefined) flights.delete(key);
      };
      reading.then(end, end);
      return reading;
    };
    const { current } = flight;
    flight.next ??= (current === undefined ? endOfTick() : waitAtMost(current).then(endOfTick)).then(begin);
    return flight.next;
  };
};
