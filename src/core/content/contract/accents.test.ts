import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accentLabels } from './accents.ts';

const TOKENS = join(import.meta.dirname, '../../../platform/web/styles/tokens.css');
const css = readFileSync(TOKENS, 'utf8');

/** The first rule whose selector is this one. */
const ruleOf = (selector: string): string => css.split(`\n${selector} {`)[1]?.split('\n}')[0] ?? '';

const declarationsOf = (selector: string): Record<string, string> =>
  Object.fromEntries(
    [...ruleOf(selector).matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );

type Theme = 'light' | 'dark';
type Colours = Record<string, string>;

/** The colour of a token in a theme, as `#rrggbb`. */
const colourOf = (tokens: Colours, name: string, theme: Theme): string => {
  const value = tokens[name] ?? '';
  const [, light = '', dark = ''] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
  const chosen = light === '' ? value : { light, dark }[theme];
  const [, other] = /^var\((--[\w-]+)\)$/.exec(chosen) ?? [];
  return other === undefined ? chosen : colourOf(tokens, other, theme);
};

const HEX = /^#[0-9a-f]{6}$/;

/** The relative luminance by WCAG 2.2. */
const luminanceOf = (colour: string): number => {
  expect(colour).toMatch(HEX);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrastOf = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

const root = declarationsOf(':root');
const tones = Object.keys(accentLabels).map((name) => ({
  name,
  tokens: name === 'default' ? root : { ...root, ...declarationsOf(`.accent-${name}`) },
}));

test('the contrast is computed as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test.each(tones)('text and controls of the tone $name have enough contrast in both themes', ({ tokens }) => {
  for (const theme of ['light', 'dark'] as const) {
    const colour = (name: string): string => colourOf(tokens, name, theme);
    for (const button of ['--accent', '--accent-strong'])
      expect(contrastOf(colour('--on-accent'), colour(button)), `${theme} ${button}`).toBeGreaterThanOrEqual(
        4.5,
      );
    for (const behind of ['--paper', '--surface', '--line'])
      expect(contrastOf(colour('--accent'), colour(behind)), `${theme} ${behind}`).toBeGreaterThanOrEqual(3);
  }
});

test('there are eight tones, which differ', () => {
  expect(tones).toHaveLength(8);
  for (const theme of ['light', 'dark'] as const)
    expect(new Set(tones.map(({ tokens }) => colourOf(tokens, '--accent', theme))).size).toBe(8);
});

test('a tone changes no other colours', () => {
  for (const { name } of tones.filter((tone) => tone.name !== 'default'))
    expect(Object.keys(declarationsOf(`.accent-${name}`))).toEqual(['--accent', '--accent-strong']);
});
