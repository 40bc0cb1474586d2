import { addDays } from '#platform/contract/seoul-time.ts';
import { DAY_MINUTES, formatMinutes, slotEnd, slotStart } from '../../contract/slots.ts';
import type { FeedRow } from './calendar-feed.ts';

/** Globally unique and stable, so that calendar apps update the event: `K7Q2M-9XH4T@studio.kr`. */
export const calendarUid = (reservationCode: string, publicUrl: string): string =>
  `${reservationCode}@${new URL(publicUrl).hostname}`;

/** What an event says of a reservation, whoever reads it. `sequence` is the number of changes. */
export const reservationFields = (
  { reservation: { code, date, slot, state, createdAt }, changes, changedAt }: Omit<FeedRow, 'memberName'>,
  publicUrl: string,
) => ({
  uid: calendarUid(code, publicUrl),
  date,
  slot,
  isCancelled: state === 'CANCELLED',
  sequence: changes,
  createdAt,
  changedAt: changedAt ?? createdAt,
});

export type CalendarEvent = ReturnType<typeof reservationFields> &
  Readonly<Record<'summary' | 'description' | 'location', string>>;

interface CalendarInput {
  /** Only set for a subscribed calendar. */
  readonly name?: string;
  readonly events: readonly CalendarEvent[];
  readonly now: Date;
}

const MAX_LINE_BYTES = 75;

/** RFC 5545 §3.1: folds lines longer than 75 octets, never within a character. */
const foldLine = (line: string): string => {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
};

/** RFC 5545 §3.3.11: escapes text, so that it cannot start a new line. */
const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`);

/** `20261124T000000Z` */
const formatInstant = (moment: Date): string => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** `20261124T090000` in Seoul time */
const formatSeoulTime = (date: string, minutes: number): string =>
  minutes === DAY_MINUTES
    ? formatSeoulTime(addDays(date, 1), 0)
    : `${date.replaceAll('-', '')}T${formatMinutes(minutes).replace(':', '')}00`;

const ZONE = 'Asia/Seoul';
// Korea has used one UTC offset since 1988.
const timeZone = [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONE}`,
  'BEGIN:STANDARD',
  'DTSTART:19881009T030000',
  'TZOFFSETFROM:+0900',
  'TZOFFSETTO:+0900',
  'TZNAME:KST',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const formatEvent = (event: CalendarEvent, now: Date): string[] => {
  const { date, slot } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${formatInstant(now)}`,
    `DTSTART;TZID=${ZONE}:${formatSeoulTime(date, slotStart(slot))}`,
    `DTEND;TZID=${ZONE}:${formatSeoulTime(date, slotEnd(slot))}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.location)}`,
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${event.isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    `SEQUENCE:${event.sequence}`,
    `CREATED:${formatInstant(event.createdAt)}`,
    `LAST-MODIFIED:${formatInstant(event.changedAt)}`,
    'END:VEVENT',
  ];
};

// Outlook creates a separate calendar for every named file (MS-OXCICAL, X-WR-CALNAME).
const formatSubscription = (name: string): string[] => [
  `NAME:${escapeText(name)}`,
  `X-WR-CALNAME:${escapeText(name)}`,
  `X-WR-TIMEZONE:${ZONE}`,
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
];

/** Formats an iCalendar file (RFC 5545). */
export const formatCalendar = ({ name, events, now }: CalendarInput): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sajingwan//Reservations//KO',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name === undefined ? [] : formatSubscription(name)),
    ...timeZone,
    ...events.flatMap((event) => formatEvent(event, now)),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('');
