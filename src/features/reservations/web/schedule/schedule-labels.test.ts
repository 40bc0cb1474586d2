import { expect, it } from 'vitest';
import type { ScheduleDay } from '../../contract/schedule.ts';
import { defaultSlots } from '../../contract/slots.ts';
import {
  formatClosure,
  formatScheduleDayLabel,
  formatStateCounts,
  type SlotState,
} from './schedule-labels.ts';

const dayOf = (...states: readonly SlotState[]): ScheduleDay => ({
  date: '2026-12-25',
  holiday: '성탄절',
  slots: defaultSlots.map((time, index) => ({
    time,
    state: states[index] ?? 'FREE',
    isPast: false,
    reservation: null,
    isCancelled: false,
    closureId: null,
    note: '',
  })),
});

it('the summary of a day counts its slot states', () => {
  expect(formatStateCounts(dayOf())).toBe('예약 가능 5');
  const { slots } = dayOf('BOOKED');
  const past = slots.map((slot, index) => ({ ...slot, isPast: index < 3 }));
  expect(formatStateCounts({ slots: past })).toBe('예약 확정 1, 예약 가능 2, 지난 시간 2');
  expect(formatStateCounts(dayOf('BOOKED', 'HELD', 'BOOKED', 'BLOCKED'))).toBe(
    '예약 확정 2, 차단됨 1, 예약 진행 중 1, 예약 가능 1',
  );
});

it('the label of a day begins with its number and has its holiday', () => {
  const said = formatScheduleDayLabel(
    { date: '2026-12-25', isToday: true, isSelected: false },
    dayOf('BOOKED'),
  );
  expect(said).toBe('25, 금요일, 2026년 12월, 성탄절, 오늘, 예약 확정 1, 예약 가능 4');
  expect(formatScheduleDayLabel({ date: '2026-12-05', isToday: false, isSelected: true }, undefined)).toBe(
    '5, 토요일, 2026년 12월, 선택됨',
  );
});

it('a day that weekly closures close is named by its weekday', () => {
  const day = dayOf('BLOCKED', 'BLOCKED', 'BLOCKED', 'BLOCKED', 'BLOCKED');
  expect(formatClosure(day)).toBeUndefined();
  const closed = { ...day, slots: day.slots.map((slot) => ({ ...slot, closureId: 1 })) };
  expect(formatClosure(closed)).toBe('금요일 정기 휴무');
  expect(formatClosure({ ...day, slots: [] })).toBeUndefined();
  expect(formatScheduleDayLabel({ date: '2026-12-25', isToday: false, isSelected: false }, closed)).toBe(
    '25, 금요일, 2026년 12월, 성탄절, 금요일 정기 휴무, 차단됨 5',
  );
});
