import { expect, test } from 'vitest';
import { moveDateByKey } from './calendar-month.ts';

const DAY_MS = 86_400_000;

test('the next day of every date of two years is the next one in every time zone', () => {
  for (let time = Date.UTC(2024, 11, 31); time < Date.UTC(2027, 0, 2); time += DAY_MS) {
    const [day = '', next] = [time, time + DAY_MS].map((ms) => new Date(ms).toISOString().slice(0, 10));
    expect(moveDateByKey(day, 'ArrowRight', false)).toBe(next);
  }
});
