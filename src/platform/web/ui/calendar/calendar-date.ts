/** Local noon of a date. Daylight saving changes cannot shift noon to another day. */
export const toLocalNoon = (date: string): Date => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
};

/** The local date as YYYY-MM-DD. */
export const toDateString = (date: Date): string =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');
