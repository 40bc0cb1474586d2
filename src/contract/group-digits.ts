/** `1,500,000`. A phone takes tens of milliseconds to load what `toLocaleString` knows of languages. */
export const groupDigits = (amount: number): string =>
  amount < 1000
    ? String(amount)
    : `${groupDigits(Math.floor(amount / 1000))},${String(amount % 1000).padStart(3, '0')}`;
