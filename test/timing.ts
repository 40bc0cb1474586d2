/**
 * How long each work takes, in milliseconds, measured in turns so that a busy moment meets all of them. The fifth lowest
 * of a hundred: what else the machine does adds to the high ones, and work that one does more shows in the low ones too.
 */
export const measureInTurns = async (
  works: readonly (() => Promise<unknown>)[],
  rounds: number,
): Promise<number[]> => {
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      await work();
      times[index]?.push(performance.now() - start);
    }
  }
  return times.map((taken) => taken.toSorted((a, b) => a - b)[Math.floor(rounds / 20)] ?? 0);
};
