import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { RecordList, type ListedRecord } from './record-list.tsx';

const render = (records: readonly ListedRecord[]): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <RecordList label="Records" records={records} />
    </MemoryRouter>,
  );

const record = (id: number, heading?: string): ListedRecord => ({
  id,
  ...(heading !== undefined && { heading }),
  to: `/records/${id}`,
  title: `record ${id}`,
  meta: ['first', false, 'third'],
});

test('records that follow each other with the same heading are one list below it', () => {
  const html = render([record(1, 'one'), record(2, 'one'), record(3, 'two')]);
  const found = [...html.matchAll(/<(?:h2|ul)|\/records\/\d/g)].map(([part]) => part);
  expect(found).toEqual(['<h2', '<ul', '/records/1', '/records/2', '<h2', '<ul', '/records/3']);
  expect(html).toContain('role="group" aria-label="Records"');
});

test('records without headings are one list, and a missing fact keeps its column', () => {
  const html = render([record(1), record(2)]);
  expect(html).not.toContain('<h2');
  expect(html.match(/<ul/g)).toHaveLength(1);
  expect(html.replaceAll(/<span class="[^"]*fact[^"]*">/g, '|').replaceAll(/<[^>]*>/g, '')).toBe(
    'record 1|first||thirdrecord 2|first||third',
  );
});
