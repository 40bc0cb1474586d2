import { expect, it } from 'vitest';
import { exportFileName } from './export-file-name.ts';

it.each([
  [{}, '예약-전체-2026-11-21.csv'],
  [{ from: '2026-11-24', to: '2026-11-24' }, '예약-2026-11-24.csv'],
  [{ from: '2026-11-01', to: '2026-11-30' }, '예약-2026-11-01-2026-11-30.csv'],
  [{ from: '2026-11-01' }, '예약-2026-11-01-이후.csv'],
  [{ to: '2026-11-30' }, '예약-처음-2026-11-30.csv'],
])('a table of %j is saved as %s', (filters, name) => {
  expect(exportFileName(filters, '2026-11-21')).toBe(name);
});
