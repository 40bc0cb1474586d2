import type { SpecLine } from './spec-line.ts';

/** Section 9: constants and limits of the business. */
export const constants: readonly SpecLine[] = [
  { id: '@9-slots', says: 'five times a day: 09-10, 12-13, 15-16, 18-19, 21-22' },
  { id: '@9-slot-labels', says: 'times are shown as 09:00 - 10:00' },
  { id: '@9-login-id', says: 'an id has 4 to 20 characters' },
  { id: '@9-password', says: 'a password has 8 to 16 characters' },
  { id: '@9-reset', says: 'a password set anew has at least 4 characters' },
  { id: '@9-phone', says: 'a phone number has 11 digits' },
  { id: '@9-code', says: 'a code has 6 digits' },
  { id: '@9-debounce', says: 'an id or phone is checked after 500 ms' },
  { id: '@9-title', says: 'a title has at most 200 characters' },
  { id: '@9-refresh-once', says: 'a request tries one refresh of the tokens' },
  { id: '@9-questions-newest', says: 'inquiries are sorted newest first' },
  { id: '@9-reservations-newest', says: 'bookings are sorted newest first, by date' },
  {
    id: '@9-price-landscape',
    says: 'landscape from 500,000 won: 2 hours, 200 raw shots or more, 10 retouched, 1 album',
  },
  { id: '@9-price-product', says: 'product from 450,000 won: up to 10 items, 20 retouched' },
  { id: '@9-price-food', says: 'food from 600,000 won: 5 menus, styling, 15 retouched' },
  { id: '@9-price-wedding', says: 'wedding without a price' },
  {
    id: '@9-refund',
    says: 'refund: all until 14 days before the shoot, half until 7, none from 6 days before',
  },
  { id: '@9-terms-notice', says: 'new terms are told 7 days before, unfavourable ones 30' },
  {
    id: '@9-retention',
    says: 'kept: contracts and payments for 5 years, disputes for 3, login logs for 3 months',
  },
  { id: '@9-age', says: 'members are 14 or older' },
];
