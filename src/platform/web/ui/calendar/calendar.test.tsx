import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Calendar } from './calendar.tsx';

test('the calendar has its weekdays as column headers that screen readers find', () => {
  const html = renderToStaticMarkup(
    <Calendar
      labels={{ locale: 'en', previousMonth: 'Previous month', nextMonth: 'Next month' }}
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
