/** A figure of a run and what is expected of it. */
export interface Goal {
  readonly text: string;
  readonly isMet: boolean;
}

const format = (value: number, unit: string): string =>
  `${Number(value.toFixed(Math.abs(value) < 100 ? 3 : 0))}${unit === '' ? '' : ` ${unit}`}`;

/** Not met if `value` is NaN, because it was not measured. */
export const atMost = (what: string, value: number, goal: number, unit = ''): Goal => ({
  text: `${what}: ${format(value, unit)}, goal ≤ ${goal}`,
  isMet: value <= goal,
});

export const atLeast = (what: string, value: number, goal: number, unit = ''): Goal => ({
  text: `${what}: ${format(value, unit)}, goal ≥ ${goal}`,
  isMet: value >= goal,
});

/** The smallest value that at least `share` of `values` do not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
