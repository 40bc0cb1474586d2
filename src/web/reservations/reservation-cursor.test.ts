import { describe, expect, it } from 'vitest';
import type { Reservation } from '#contract/reservations.ts';
import { nextCursor } from './reservation-cursor.ts';

const bookings = (count: number): Reservation[] =>
  Array.from({ length: count }, (_, index) => ({
    id: 20 - index,
    shootType: 'FOOD',
    date: '2026-11-24',
    time: '09-10',
    desiredShootDate: '봄',
    location: '서울숲',
    notes: '',
    reservationCode: 'K7Q2M-9XH4T',
    createdAt: '2026-11-21T01:00:00.000Z',
  }));

describe('nextCursor', () => {
  it('names the last booking shown when more came than a page shows', () => {
    expect(nextCursor(bookings(4), 3)).toBe('2026-11-24.09-10.18');
  });

  it.each([[0], [2], [3]])('ends the list with %i bookings on a page of three', (count) => {
    expect(nextCursor(bookings(count), 3)).toBeUndefined();
  });
});
