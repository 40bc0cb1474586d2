/**
 * Id of the n-th test row; each table has its own variant. Must match baselines/baseline-statements.js and
 * baselines/pgbench.ts.
 */
export const testId = (variant: '8000' | '9000' | 'a000', n: number): string =>
  `00000000-0000-4000-${variant}-${String(n).padStart(12, '0')}`;
