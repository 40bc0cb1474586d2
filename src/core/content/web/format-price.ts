import { formatNumber } from '#platform/contract/text/format-number.ts';

/** Formats a starting price in won as `500,000원~`, or `상담 후 안내` when there is none. */
export const formatStartingPrice = (priceWon: number | null): string =>
  priceWon === null ? '상담 후 안내' : `${formatNumber(priceWon)}원~`;
