import { describe, expect, it } from 'vitest';
import { extractCriticalCss } from './critical-css.ts';

const html = '<main class="page wide"><p data-ratio="1.33">사진</p></main>';

describe('the critical part of a style sheet', () => {
  it.each([
    '.page{color:red}',
    '.page .wide>p{color:red}',
    '.other,.wide{color:red}',
    '.page:not(.other){color:red}',
    'p[data-ratio="1.33"]{color:red}',
    'body{margin:.5rem}',
    '@font-face{font-family:Text;src:url(/text.woff2)}',
    '@keyframes rise{0%{opacity:.5}to{opacity:1}}',
    '@media print{@page{margin:18mm}nav{display:none}}',
    '@layer base{.wide{color:red}}',
  ])('keeps %s', (css) => {
    expect(extractCriticalCss(css, html)).toBe(css);
  });

  it.each([
    '.other{color:red}',
    '.page .other{color:red}',
    '.pag{color:red}',
    '@media print{.other{color:red}}',
  ])('leaves out %s, which applies to no element', (css) => {
    expect(extractCriticalCss(css, html)).toBe('');
  });

  it('keeps the order of the rules that remain', () => {
    const css = '.wide{a:b}.other{a:b}@media print{.other{a:b}.page{a:b}}p{a:b}';
    expect(extractCriticalCss(css, html)).toBe('.wide{a:b}@media print{.page{a:b}}p{a:b}');
  });
});
