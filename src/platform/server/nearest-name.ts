/** The least number of edits of one character that turn one word into the other (Levenshtein distance). */
const countEdits = (from: string, to: string): number => {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const row = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      row.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
};

const MAX_EDITS = 2;
const groupOf = (name: string): string => /^[A-Z0-9]+_/.exec(name)?.[0] ?? name;

/** The known name that an unknown one probably means: the nearest of those within two edits or with the same prefix (`SMS_`), or null. */
export const findNearestName = (name: string, known: readonly string[]): string | null => {
  const [nearest] = known
    .map((each) => ({ each, edits: countEdits(name, each), isGroup: groupOf(each) === groupOf(name) }))
    .filter(({ edits, isGroup }) => edits <= MAX_EDITS || isGroup)
    .toSorted((a, b) => a.edits - b.edits);
  return nearest?.each ?? null;
};
