import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SlotPicker, type SlotOption } from './slot-picker.tsx';

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

test('only a free slot can be chosen in the slot picker', () => {
  const html = render(null);
  expect(inputOf(html, 'a')).toContain('disabled');
  expect(inputOf(html, 'b')).not.toContain('disabled');
  expect(inputOf(html, 'c')).toContain('disabled');
});

test('the slot picker labels the chosen slot with text', () => {
  const html = render('b');
  expect(inputOf(html, 'b')).toContain('checked');
  expect(html).toContain('data-state="chosen"');
  expect(html).toContain('chosen</span>');
});

test('options of different parts of the day are grouped, those of one part are not', () => {
  const groupsOf = (groups: readonly string[]) => {
    const html = renderToStaticMarkup(
      <SlotPicker
        label="Time"
        chosenLabel="chosen"
        options={options.map((option, index) => ({ ...option, group: groups[index] ?? '' }))}
        value={null}
        onChange={() => undefined}
      />,
    );
    return [...html.matchAll(/role="group" aria-label="([^"]+)".*?(?=role="group"|$)/gs)].map(
      ([part, name]) => [name, part.match(/<input/g)?.length],
    );
  };
  expect(groupsOf(['morning', 'afternoon', 'afternoon'])).toEqual([
    ['morning', 1],
    ['afternoon', 2],
  ]);
  expect(groupsOf(['morning', 'morning', 'morning'])).toEqual([]);
});

test('a chosen slot that is no longer free is not selected', () => {
  expect(render('c')).not.toContain('checked');
});

test('the slot picker associates its error with the radio group', () => {
  const id = /aria-describedby="([^"]+)"/.exec(render(null, 'Choose a time'))?.[1];
  expect(render(null, 'Choose a time')).toContain(`id="${id}"`);
});
