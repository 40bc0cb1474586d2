import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** The words of the first column of the table in CONTRIBUTING.md. */
const [, section = ''] = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8').split(
  '## Words in Korean texts',
);
const refusedWords = section
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => /^\| *[가-힣]/.test(line))
  .flatMap((line) => (line.split('|')[1] ?? '').split(',').map((word) => word.trim()));

const isText = (file: string): boolean => /\.(tsx?|md|json)$/.test(file) && !/\.test\.tsx?$/.test(file);

const listTexts = (place: string): string[] =>
  place.endsWith('.md')
    ? [place]
    : readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' })
        .map((file) => path.join(place, file))
        .filter(isText);

const texts = ['src', 'content', 'docs/guide', 'README.ko.md']
  .flatMap(listTexts)
  .filter((file) => !file.includes('section-schemas'))
  .map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const);

it('texts that people read use one word for one thing', () => {
  expect(refusedWords?.length).toBeGreaterThan(20);
  expect(texts.length).toBeGreaterThan(500);
  const found = texts.flatMap(([file, text]) =>
    (refusedWords ?? []).filter((word) => text.includes(word)).map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});
