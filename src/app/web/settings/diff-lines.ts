import { diffArrays } from 'diff';

interface ChangedLine {
  readonly line: string;
  readonly isAdded: boolean;
}

/** The label of a line such as `이름: 빛사진관`, which names its field. */
const labelOf = (line: string): string => line.split(': ', 1)[0] ?? '';

/** Puts the next added line below a removed one if both are of one field; the added lines that are left come at the end. */
const pairUp = (removed: readonly string[], added: readonly string[]): ChangedLine[] => {
  const rest = [...added];
  const pairs = removed.flatMap((line) => {
    const [next] = rest;
    const isReplaced = next !== undefined && labelOf(next) === labelOf(line);
    if (isReplaced) rest.shift();
    return [{ line, isAdded: false }, ...(isReplaced ? [{ line: next, isAdded: true }] : [])];
  });
  return [...pairs, ...rest.map((line) => ({ line, isAdded: true }))];
};

/** The changed lines between two texts, paired as in `pairUp`. */
export const diffLines = (before: string[], after: string[]): ChangedLine[] => {
  const changes = diffArrays(before, after);
  return changes.flatMap(({ added, removed, value }, index) => {
    const follower = changes[index + 1];
    if (removed) return pairUp(value, follower?.added ? follower.value : []);
    // Lines added after removed ones are paired with those above.
    if (added && !changes[index - 1]?.removed) return pairUp([], value);
    return [];
  });
};
