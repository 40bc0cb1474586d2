const names = ['월요일', '화요일', '수요일', '목요일', '금요일', '토요일', '일요일'];

/** 1 is Monday, 7 Sunday. */
export const formatWeekday = (weekday: number): string => names[weekday - 1] ?? '';

export const weekdayOptions = names.map((label, index) => ({ value: String(index + 1), label }));
