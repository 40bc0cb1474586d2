import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextField } from './text-field.tsx';

const attribute = (html: string, name: string): string | undefined =>
  new RegExp(`<input[^>]* ${name}="([^"]*)"`).exec(html)?.[1];

test('ties the label, the hint and the error to the input', () => {
  const html = renderToStaticMarkup(<TextField label="Name" hint="As on the card" error="Required" />);
  const id = attribute(html, 'id');
  expect(html).toMatch(new RegExp(`<label [^>]*for="${id}"`));
  expect(attribute(html, 'aria-invalid')).toBe('true');
  expect(attribute(html, 'aria-describedby')).toBe(`${id}-hint ${id}-message`);
  expect(html).toContain(`id="${id}-hint"`);
  expect(html).toContain(`id="${id}-message"`);
});

test('says nothing of errors when there is none', () => {
  const html = renderToStaticMarkup(<TextField label="Name" />);
  expect(attribute(html, 'aria-invalid')).toBeUndefined();
  expect(attribute(html, 'aria-describedby')).toBeUndefined();
});

test('an error stands before a success', () => {
  const html = renderToStaticMarkup(<TextField label="Name" error="Taken" success="Free" />);
  expect(html).toContain('Taken');
  expect(html).not.toContain('Free');
});
