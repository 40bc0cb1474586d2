import { expect, it } from 'vitest';
import { describeCoverProblem } from './cover-fit.ts';

it('a large photo of the right shape has no problem', () => {
  expect(describeCoverProblem({ width: 2400, height: 1600 }, 'REPRESENTATIVE')).toBeNull();
  expect(describeCoverProblem({ width: 1600, height: 2400 }, 'PRODUCT_MAIN')).toBeNull();
});

it('an upright photo does not suit a wide place', () => {
  expect(describeCoverProblem({ width: 4000, height: 6000 }, 'REPRESENTATIVE')).toContain('세로 사진');
  // The frames of covers depend on the number of categories.
  expect(describeCoverProblem({ width: 4000, height: 6000 }, 'WEDDING_MAIN')).toBeNull();
});

it('a small photo is named with its width and the one it needs', () => {
  const problem = describeCoverProblem({ width: 1200, height: 800 }, 'REPRESENTATIVE');
  expect(problem).toContain('1200픽셀');
  expect(problem).toContain('1920픽셀');
});
