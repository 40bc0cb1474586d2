/** `1,500,000`. Does not use `toLocaleString`, whose first call takes tens of milliseconds on a phone. */
export const formatNumber = (amount: number): string =>
  amount < 1000
    ? String(amount)
    : `${formatNumber(Math.floor(amount / 1000))},${String(amount % 1000).padStart(3, '0')}`;
