import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SlotPicker } from './slot-picker.tsx';
import type { SlotOption } from './slot-picker.tsx';

const options: readonly SlotOption[] = [
  { value: 'a', label: '09:00', state: 'past', stateLabel: 'over' },
  { value: 'b', label: '12:00', state: 'free', stateLabel: 'free' },
  { value: 'c', label: '15:00', state: 'taken', stateLabel: 'taken' },
];

const render = (value: string | null, error?: string): string =>
  renderToStaticMarkup(
    <SlotPicker
      label="Time"
      chosenLabel="chosen"
      options={options}
      value={value}
      error={error}
      onChange={() => undefined}
    />,
  );
const inputOf = (html: string, value: string): string =>
  new RegExp(`<input[^>]*value="${value}"[^>]*>`).exec(html)?.[0] ?? '';

test('the slot picker allows only free slots', () => {
  const html = render(null);
  expect(inputOf(html, 'a')).toContain('disabled');
  expect(inputOf(html, 'b')).not.toContain('disabled');
  expect(inputOf(html, 'c')).toContain('disabled');
});

test('the chosen slot is marked by a word', () => {
  const html = render('b');
  expect(inputOf(html, 'b')).toContain('checked');
  expect(html).toContain('data-state="chosen"');
  expect(html).toContain('chosen</span>');
});

test('a chosen slot that was taken meanwhile is deselected', () => {
  expect(render('c')).not.toContain('checked');
});

test('an error of the slot picker is associated with its group', () => {
  const id = /aria-describedby="([^"]+)"/.exec(render(null, 'Choose a time'))?.[1];
  expect(render(null, 'Choose a time')).toContain(`id="${id}"`);
});
