/** `1,500,000`. Not by `toLocaleString`, which takes a phone tens of milliseconds to load. */
export const formatNumber = (amount: number): string =>
  amount < 1000
    ? String(amount)
    : `${formatNumber(Math.floor(amount / 1000))},${String(amount % 1000).padStart(3, '0')}`;
