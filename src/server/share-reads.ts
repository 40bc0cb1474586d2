/** Milliseconds after which nobody waits for those before: what they read from may have stopped answering. */
const PATIENCE = 250;

/** Of one question: what is being read, and what those wait for who asked since that began. */
interface Turn<Value> {
  reading?: Promise<Value> | undefined;
  next?: Promise<Value> | undefined;
}

/** Resolves when it is over, however it ends, or when patience is. */
const outwait = (reading: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    reading.then(end, end);
  });

/**
 * One read for all who ask the same while another is under way: they wait for its end and share the next. So everyone is told
 * what was read after they had asked, as if each had read alone, on however many servers; and a rush, however great, is one
 * read after the other. Of those who share, the first one's `read` is used.
 */
export const shareReads = <Value>() => {
  const turns = new Map<string, Turn<Value>>();

  return (question: string, read: () => Promise<Value>): Promise<Value> => {
    const turn = turns.get(question) ?? {};
    turns.set(question, turn);
    const begin = (): Promise<Value> => {
      const reading = read();
      turn.next = undefined;
      turn.reading = reading;
      const end = (): void => {
        if (turn.reading !== reading) return;
        turn.reading = undefined;
        if (turn.next === undefined) turns.delete(question);
      };
      reading.then(end, end);
      return reading;
    };
    if (turn.next !== undefined) return turn.next;
    if (turn.reading === undefined) return begin();
    return (turn.next = outwait(turn.reading).then(begin));
  };
};
