import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { calendarUid, formatCalendar, type CalendarEvent } from './ical.ts';

const event: CalendarEvent = {
  uid: 'K7Q2M-9XH4T@studio.example.com',
  date: '2026-11-24',
  slot: '21-22',
  summary: '사진관 사전 미팅',
  description: '웨딩 촬영',
  location: '서울특별시 종로구',
  isCancelled: false,
  sequence: 0,
  createdAt: new Date('2026-11-20T01:00:00Z'),
  changedAt: new Date('2026-11-21T02:03:04.567Z'),
};
const write = (changes: Partial<CalendarEvent> = {}): string =>
  formatCalendar({
    name: '사진관',
    events: [{ ...event, ...changes }],
    now: new Date('2026-11-21T03:00:00Z'),
  });
const linesOf = (file: string): string[] => file.split('\r\n');

/** The file as a calendar reads it: the first event of it. */
const read = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const component = calendar.getFirstSubcomponent('vevent');
  if (component === null) throw new Error('no event');
  return { calendar, component, event: new ICAL.Event(component) };
};

describe('a calendar file', () => {
  it('has the meeting time in Seoul', () => {
    const { calendar, component, event: found } = read(write());
    expect(found.startDate.toJSDate().toISOString()).toBe('2026-11-24T12:00:00.000Z');
    expect(found.endDate.toJSDate().toISOString()).toBe('2026-11-24T13:00:00.000Z');
    expect(found.startDate.zone?.tzid).toBe('Asia/Seoul');
    expect([found.uid, found.summary, found.description, found.location, found.sequence]).toEqual([
      event.uid,
      event.summary,
      event.description,
      event.location,
      0,
    ]);
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(String(component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-21T03:00:00Z');
    expect(String(component.getFirstPropertyValue('last-modified'))).toBe('2026-11-21T02:03:04Z');
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  });

  it('says of a cancelled one that it is off, and how often it was changed', () => {
    const { component, event: found } = read(write({ isCancelled: true, sequence: 3 }));
    expect(component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
    expect(found.sequence).toBe(3);
  });

  it('an iCalendar file has CRLF line ends, no line over 75 bytes and no split characters', () => {
    const description = '가족사진📷 그리고 long words, 다섯 사람; 강아지 두 마리\\'.repeat(40);
    const file = write({ description, summary: 'é'.repeat(120) });
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    for (const line of linesOf(file)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(read(file).event.description).toBe(description);
    expect(read(file).event.summary).toBe('é'.repeat(120));
  });

  it.each([
    '한 줄\n두 줄',
    '쉼표, 쌍반점; 역빗금\\ "따옴표": 끝',
    '끝\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:x',
    '\\n은 두 글자',
    ' 앞뒤 빈칸 ',
    '',
  ])('keeps %j inside its line', (text) => {
    const file = write({ description: text, location: text });
    expect(linesOf(file).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
    const { event: found } = read(file);
    expect(found.description).toBe(text.replaceAll('\r\n', '\n'));
    expect(found.location).toBe(text.replaceAll('\r\n', '\n'));
  });

  it('an iCalendar file may have any number of events', () => {
    const none = formatCalendar({ name: '사진관', events: [], now: event.changedAt });
    expect(none).not.toContain('VEVENT');
    const events = [event, { ...event, uid: 'other@studio.example.com' }];
    const many = formatCalendar({ name: '사진관', events, now: event.changedAt });
    expect(linesOf(many).filter((line) => line === 'END:VEVENT')).toHaveLength(2);
  });

  it('only a subscribed calendar has a name, because Outlook creates a separate calendar for named files', () => {
    expect(write()).toContain('X-WR-CALNAME:사진관\r\n');
    const single = formatCalendar({ events: [event], now: event.changedAt });
    expect(single).not.toMatch(/NAME:사진관|X-WR-|REFRESH/);
    expect(read(single).event.uid).toBe(event.uid);
  });

  it('the UID of an event consists of the code and the host', () => {
    expect(calendarUid('K7Q2M-9XH4T', 'https://studio.example.com:8443')).toBe(event.uid);
  });
});
