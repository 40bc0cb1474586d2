import { describe, expect, it } from 'vitest';
import type { Studio } from '#contract/studio.ts';
import { renderDocument } from './render-document.ts';

const studio = { name: '사진관' } as Studio;

const page = {
  assets: { css: '', entry: '/assets/entry.js', fonts: ['/assets/text.woff2'] },
  meta: { title: '로그인', isNoindex: true },
  studio,
  origin: 'https://studio.kr',
  path: '/oauth-success',
  html: '',
  data: {},
  verification: {},
  scriptLoading: 'urgent' as const,
  acceptsHandoffToken: false,
};

const render = (acceptsHandoffToken: boolean): string => renderDocument({ ...page, acceptsHandoffToken });

it('@1-korean every document declares Korean as its language', () => {
  expect(render(false)).toMatch(/^<!doctype html>\n<html lang="ko"[ >]/);
});

describe('the document of a social login hand-off page', () => {
  it('S-091 the hand-off page removes tokens from its URL before anything is loaded', () => {
    const document = render(true);
    const firstOf = (...marks: string[]): number => Math.min(...marks.map((mark) => document.indexOf(mark)));
    const cleared = document.indexOf('history.replaceState');
    expect(cleared).toBeGreaterThan(0);
    expect(document.slice(0, cleared).match(/<script/g)).toHaveLength(1);
    expect(cleared).toBeLessThan(firstOf('<link', 'import(', 'localStorage', '<style', '<body'));
  });

  it('only hand-off pages modify the URL', () => {
    expect(render(false)).not.toContain('replaceState');
  });
});

describe('the image of a link preview', () => {
  it.each([
    ['/photos/a.jpg', 'https://studio.kr/photos/a.jpg'],
    ['https://cdn.example.com/photos/a.jpg', 'https://cdn.example.com/photos/a.jpg'],
  ])('%s is %s', (imageUrl, address) => {
    const image = { imageUrl, width: 3, height: 2, alt: '' };
    const document = renderDocument({ ...page, meta: { title: '소개', image } });
    expect(document).toContain(`property="og:image" content="${address}"`);
  });
});
