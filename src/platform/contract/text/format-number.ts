/**
 * Formats a non-negative integer with thousands separators: `1,500,000`. `toLocaleString` is avoided because its first call takes
 * tens of milliseconds on phones.
 */
export const formatNumber = (amount: number): string =>
  amount < 1000
    ? String(amount)
    : `${formatNumber(Math.floor(amount / 1000))},${String(amount % 1000).padStart(3, '0')}`;
