import { expect, it, vi } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { createApp } from '../../app.ts';
import { findClockDifferenceS, logClockDifference } from './clock-difference.ts';

const app = await createTestApp();
const machine = (aheadMs: number) => ({ now: () => new Date(app.clock.now().getTime() + aheadMs) });

it.each([
  [0, 0],
  [5_000, 0],
  [-5_000, 0],
  [12_000, 12],
  [-300_000, -300],
])('S-120 a clock that is %i ms ahead of the database is reported as %i seconds', (ms, seconds) => {
  const warn = vi.fn();
  logClockDifference({ clock: app.clock, log: { ...app.deps.log, warn } }, machine(ms));
  expect(warn.mock.calls).toEqual(seconds === 0 ? [] : [[{ event: 'clock_differs', seconds }]]);
});

it('healthz responds 503 and names the difference while the clock differs from the database', async () => {
  let ms = 12_400;
  const hono = createApp(app.deps, {
    clockDifferenceS: () => findClockDifferenceS(app.clock, machine(ms)),
  });
  const response = await hono.request('/healthz');
  expect([response.status, await response.text()]).toEqual([503, 'clock_differs: 12 s']);
  ms = 200;
  expect((await hono.request('/healthz')).status).toBe(200);
});
