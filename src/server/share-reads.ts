/** Milliseconds after which nobody waits for those before: what they read from may have stopped answering. */
const PATIENCE = 250;

/** When all that has come by now has been looked at. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

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
 * One read for all who ask the same at once, or while another is under way, whose end they wait for. So everyone is told what
 * was read after they had asked, as if each had read alone, on however many servers; and a rush, however great, is one read
 * after the other. Of those who share, the first one's `read` is used.
 */
export const shareReads = <Value>() => {
  const turns = new Map<string, Turn<Value>>();

  return (question: string, read: () => Promise<Value>): Promise<Value> => {
    const turn = turns.get(question) ?? {};
    turns.set(question, turn);
    const begin = (): Promise<Value> => {
      turn.next = undefined;
      const reading = read();
      turn.reading = reading;
      const end = (): void => {
        if (turn.reading !== reading) return;
        turn.reading = undefined;
        if (turn.next === undefined) turns.delete(question);
      };
      reading.then(end, end);
      return reading;
    };
    const before = turn.reading;
    turn.next ??= (before === undefined ? endOfTurn() : outwait(before).then(endOfTurn)).then(begin);
    return turn.next;
  };
};
