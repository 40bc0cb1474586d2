import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextField } from './text-field.tsx';

const attribute = (html: string, name: string): string | undefined =>
  new RegExp(`<input[^>]* ${name}="([^"]*)"`).exec(html)?.[1];

test('a text field associates its label and its hint with the input', () => {
  const html = renderToStaticMarkup(<TextField label="Name" hint="As on the card" />);
  const id = attribute(html, 'id');
  expect(html).toMatch(new RegExp(`<label [^>]*for="${id}"`));
  expect(attribute(html, 'aria-invalid')).toBeUndefined();
  expect(attribute(html, 'aria-describedby')).toBe(`${id}-hint`);
  expect(html).toContain(`id="${id}-hint"`);
});

test.each([{ error: 'Required' }, { success: 'Free' }])(
  'a message %o replaces the hint of a text field',
  (found) => {
    const html = renderToStaticMarkup(<TextField label="Name" hint="As on the card" {...found} />);
    const id = attribute(html, 'id');
    expect(attribute(html, 'aria-invalid')).toBe('error' in found ? 'true' : undefined);
    expect(attribute(html, 'aria-describedby')).toBe(`${id}-message`);
    expect(html).toContain(`id="${id}-message"`);
    expect(html).not.toContain('As on the card');
  },
);

test('a text field without an error has no error attributes', () => {
  const html = renderToStaticMarkup(<TextField label="Name" />);
  expect(attribute(html, 'aria-invalid')).toBeUndefined();
  expect(attribute(html, 'aria-describedby')).toBeUndefined();
});

test('an error takes precedence over a success message', () => {
  const html = renderToStaticMarkup(<TextField label="Name" error="Taken" success="Free" />);
  expect(html).toContain('Taken');
  expect(html).not.toContain('Free');
});
