/** The n-th of those whose ids are made for a benchmark: a variant for each kind. As baseline-statements.js and run-pgbench.ts have them. */
export const testId = (variant: '8000' | '9000' | 'a000', n: number): string =>
  `00000000-0000-4000-${variant}-${String(n).padStart(12, '0')}`;
