import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Calendar, type CalendarLabels } from './calendar.tsx';

const labels: CalendarLabels = {
  nameMonth: (month) => `month ${month}`,
  nameWeekday: (date) => ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(date).getUTCDay()] ?? '',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
};

test('near the end of a month the next one is shown too, with one day in the tab order', () => {
  const html = renderToStaticMarkup(
    <Calendar
      labels={labels}
      label="Date"
      value={null}
      onChange={() => undefined}
      today="2026-11-27"
      firstDate="2026-11-27"
      lastDate="2027-11-27"
      dayLabel={({ date }) => date}
      showsDaysLeft
    />,
  );
  expect([...html.matchAll(/<table [^>]*aria-label="([^"]+)"/g)].map(([, month]) => month)).toEqual([
    'month 2026-11',
    'month 2026-12',
  ]);
  expect(html).not.toContain('2026-11-20');
  expect(html).toContain('aria-label="2026-12-31"');
  expect(html.match(/<button[^>]*tabindex="0"/g)).toHaveLength(1);
});

test('the calendar has its weekdays as column headers that screen readers find', () => {
  const html = renderToStaticMarkup(
    <Calendar
      labels={labels}
      label="Date"
      value={null}
      onChange={() => undefined}
      today="2026-11-24"
      firstDate="2026-11-24"
      lastDate="2026-12-24"
      dayLabel={({ date }) => date}
    />,
  );
  const [head = ''] = /<thead.*<\/thead>/.exec(html) ?? [];
  expect(head).not.toContain('aria-hidden');
  expect([...head.matchAll(/<th [^>]*scope="col"[^>]*>(\w+)/g)].map(([, day]) => day)).toEqual([
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ]);
});
