import { isCalendarDate } from '#contract/seoul-time.ts';
import { shootTypes } from '#contract/shoot-types.ts';
import { slots } from '#contract/slots.ts';
import type { BookingDraft } from './booking-draft.ts';

// By hand: the schemas of the contract would be a quarter of what the first pages of a booking bring.

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isOneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.some((known) => known === value);
const isDate: Check = (value) => typeof value === 'string' && isCalendarDate(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

const hasShape =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const fields = new Map<string, unknown>(Object.entries(value));
    return Object.entries(shape).every(([name, check]) => check(fields.get(name)));
  };

const details = { desiredShootDate: isText, location: isText, notes: isText };

const check = hasShape({
  category: orNull(hasShape({ id: isOneOf(shootTypes), label: isText })),
  date: orNull(isDate),
  time: orNull(isOneOf(slots)),
  details: hasShape(details),
  sent: orNull(hasShape({ key: isText, content: isText })),
  result: orNull(
    hasShape({
      ...details,
      id: (value) => typeof value === 'number',
      shootType: isOneOf(shootTypes),
      date: isDate,
      time: isOneOf(slots),
      reservationCode: isText,
      state: isText,
      changeableUntil: orNull(isText),
      createdAt: isText,
    }),
  ),
});

/** Whether it is a draft as this version of the site keeps it. */
export const isDraft = (value: unknown): value is BookingDraft => check(value);
