import { describe, expect, it } from 'vitest';
import type { Reservation } from '../../contract/reservations.ts';
import { isChangeable, splitHistory } from './split-history.ts';

const reservation = (id: number, changes: Partial<Reservation>): Reservation => ({
  id,
  shootType: 'FOOD',
  date: '2026-11-24',
  time: '09-10',
  desiredShootDate: '내년 봄',
  location: '서울숲',
  notes: '',
  reservationCode: 'K7Q2M-9XH4T',
  state: 'BOOKED',
  changeableUntil: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  ...changes,
});

const idsOf = (reservations: readonly Reservation[]): number[] => reservations.map(({ id }) => id);

describe('the history', () => {
  const reservations = [
    reservation(1, { date: '2026-12-24' }),
    reservation(2, { date: '2026-11-24', time: '18-19' }),
    reservation(3, { date: '2026-11-24', time: '09-10' }),
    reservation(4, { date: '2026-11-23' }),
    reservation(5, { date: '2026-12-20', state: 'CANCELLED' }),
    reservation(6, { date: '2026-10-01', state: 'COMPLETED' }),
    reservation(7, { date: '2026-11-24', time: '12-13', state: 'NO_SHOW' }),
  ];

  it('the history lists upcoming reservations soonest first, then past and cancelled ones newest first', () => {
    const { upcoming, past } = splitHistory(reservations, new Date('2026-11-24T14:59:59Z'));
    expect(idsOf(upcoming)).toEqual([3, 2, 1]);
    expect(idsOf(past)).toEqual([5, 7, 4, 6]);
  });

  it('a meeting becomes past at midnight in Seoul', () => {
    const { upcoming, past } = splitHistory(reservations, new Date('2026-11-24T15:00:00Z'));
    expect(idsOf(upcoming)).toEqual([1]);
    expect(idsOf(past)).toEqual([5, 2, 7, 3, 4, 6]);
  });
});

it('a reservation can be changed until its deadline and not without one', () => {
  const open = reservation(1, { changeableUntil: '2026-11-23T00:00:00.000Z' });
  expect(isChangeable(open, new Date('2026-11-22T23:59:59Z'))).toBe(true);
  expect(isChangeable(open, new Date('2026-11-23T00:00:00Z'))).toBe(false);
  expect(isChangeable(reservation(2, {}), new Date('2026-11-01T00:00:00Z'))).toBe(false);
});
