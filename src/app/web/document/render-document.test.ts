import { describe, expect, it } from 'vitest';
import type { Studio } from '#core/content/contract/studio.ts';
import { inlineScriptsOf, renderDocument } from './render-document.ts';

const studio = { name: '사진관', lowestPriceWon: null } as Studio;

const page = {
  assets: { css: '', entry: '/assets/entry.js', fonts: ['/assets/text.woff2'] },
  meta: { title: '로그인', isNoindex: true },
  studio,
  origin: 'https://studio.kr',
  path: '/oauth-success',
  inlineStyle: '',
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

it('the document links no manifest, which would load along with the main picture', () => {
  expect(render(false)).not.toContain('rel="manifest"');
});

it('the offline page loads no client code and reloads once the server answers', () => {
  const document = renderDocument({ ...page, scriptLoading: 'reconnect' });
  expect(document).not.toContain('entry.js');
  const [script = ''] = /(?<=<script>)[^<]*reload\(\)[^<]*(?=<)/.exec(document) ?? [];
  expect(inlineScriptsOf(page.assets)).toContain(script);
  expect(render(false)).not.toContain('reload()');
});

describe('the document that receives the OAuth handoff token', () => {
  it('S-091 the handoff token is removed from the URL before anything else loads or runs', () => {
    const document = render(true);
    const firstOf = (...marks: string[]): number => Math.min(...marks.map((mark) => document.indexOf(mark)));
    const cleared = document.indexOf('history.replaceState');
    expect(cleared).toBeGreaterThan(0);
    expect(document.slice(0, cleared).match(/<script/g)).toHaveLength(1);
    expect(cleared).toBeLessThan(firstOf('<link', 'import(', 'localStorage', '<style', '<body'));
  });

  it('a document that accepts no handoff token does not change its URL', () => {
    expect(render(false)).not.toContain('replaceState');
  });
});

describe('the Open Graph image', () => {
  it.each([
    ['/photos/a.jpg', 'https://studio.kr/photos/a.jpg'],
    ['https://cdn.example.com/photos/a.jpg', 'https://cdn.example.com/photos/a.jpg'],
  ])('the photo URL %s becomes the Open Graph image %s', (imageUrl, expected) => {
    const image = { imageUrl, width: 3, height: 2, alt: '' };
    const document = renderDocument({ ...page, meta: { title: '소개', image } });
    expect(document).toContain(`property="og:image" content="${expected}"`);
  });
});
