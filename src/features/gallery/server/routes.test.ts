import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  photosByCategory,
  photo,
  type PhotosByCategory,
  type Photo,
  type photoEndpoints,
} from '#core/files/contract/photos.ts';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import { loadSamplePhotos } from './load-sample-photos.ts';

const sample = path.resolve('sample');
const ADDRESS = /^\/photos\/[^/]+\.jpg$/;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});

const read = async <T>(address: string): Promise<T> => {
  const response = await app.get(address);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
};

describe('the photo endpoints', () => {
  test('without photos the lists are empty and there is no home photo', async () => {
    expect(await read('/api/photo/home')).toEqual({});
    expect(await read('/api/photo?category=FOOD')).toEqual([]);
    expect(await read('/api/photo/category-detail/WEDDING')).toEqual([]);
  });

  test('the sample photos are published once', async () => {
    expect(await loadSamplePhotos(app.deps, sample)).toBe(32);
    expect(await loadSamplePhotos(app.deps, sample)).toBe(0);
  });

  test('@3-home @7-photo-home home has the newest photo of each of its categories', async () => {
    const home = await read<PhotosByCategory>('/api/photo/home');
    expect(photosByCategory.parse(home)).toEqual(home);
    expect(Object.keys(home).toSorted()).toEqual([
      'FOOD_MAIN',
      'LANDSCAPE_MAIN',
      'PRODUCT_MAIN',
      'REPRESENTATIVE',
      'WEDDING_MAIN',
    ]);
    for (const [category, shown] of Object.entries(home)) {
      expect(shown).toMatchObject({ category, imageUrl: expect.stringMatching(ADDRESS) });
    }
    const [newest] = await read<Photo[]>('/api/photo?category=REPRESENTATIVE');
    expect(home.REPRESENTATIVE).toEqual(newest);
    expect(home.REPRESENTATIVE?.alt).toContain('스튜디오');
  });

  test('the home page can show six photos one after another, each with the category that has it too', async () => {
    const shown = await read<ResponseOf<typeof photoEndpoints.heroPhotos>>('/api/photo/hero');
    expect(shown.map(({ shootType }) => shootType)).toEqual([
      null,
      null,
      'LANDSCAPE',
      'FOOD',
      'PRODUCT',
      'WEDDING',
    ]);
    const { REPRESENTATIVE: first } = await read<PhotosByCategory>('/api/photo/home');
    expect(shown[0]).toEqual({ ...first, shootType: null });
  });

  test('@3-photo @7-photos @7-category-detail a category shows its photos in order, whatever the case of its name', async () => {
    const shown = await read<Photo[]>('/api/photo/category-detail/landscape');
    expect(shown).toHaveLength(8);
    expect(shown[0]?.alt).toContain('산 능선');
    expect(await read('/api/photo/category-detail/LANDSCAPE')).toEqual(shown);
    expect(await read('/api/photo?category=Landscape')).toEqual(shown.toSorted((a, b) => b.id - a.id));
    for (const one of shown) {
      expect(photo.parse(one)).toEqual(one);
      expect(one).toMatchObject({
        id: expect.any(Number),
        imageUrl: expect.stringMatching(ADDRESS),
        savedFileName: expect.stringMatching(/.+/),
        category: 'LANDSCAPE',
      });
    }
  });

  test('@3-photo-categories each of the nine categories can be requested', async () => {
    const shoots = ['LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING'];
    const nine = [...shoots, 'REPRESENTATIVE', ...shoots.map((shoot) => `${shoot}_MAIN`)];
    for (const category of nine) {
      const shown = await read<Photo[]>(`/api/photo?category=${category}`);
      expect(new Set(shown.map((one) => one.category))).toEqual(new Set([category]));
    }
  });

  test('pages of a list have no gap and no repetition', async () => {
    const whole = await read<Photo[]>('/api/photo?category=WEDDING');
    const paged: Photo[] = [];
    let next: string | undefined = '/api/photo?category=WEDDING&limit=3';
    while (next !== undefined) {
      const response = await app.get(next);
      paged.push(...((await response.json()) as Photo[]));
      next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(paged).toEqual(whole);
    expect(whole).toHaveLength(8);
  });

  test.each([
    '/api/photo',
    '/api/photo?category=PORTRAIT',
    '/api/photo/category-detail/..%2f',
    '/api/photo?category=FOOD&cursor=x',
  ])('%s is refused', async (address) => {
    expect((await app.get(address)).status).toBe(400);
  });

  test('every URL of a photo is served with its type and immutable caching', async () => {
    const { REPRESENTATIVE: hero } = await read<PhotosByCategory>('/api/photo/home');
    const candidates = (hero?.sources ?? []).flatMap(({ type, srcset }) =>
      srcset.split(', ').map((candidate) => ({ type, address: candidate.split(' ')[0] ?? '' })),
    );
    expect(candidates).toHaveLength(8);
    for (const { type, address } of [...candidates, { type: 'image/jpeg', address: hero?.imageUrl ?? '' }]) {
      const response = await app.get(address);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const { byteLength } = await response.arrayBuffer();
      expect(response.headers.get('content-length')).toBe(String(byteLength));
      const again = await app.get(address, {
        headers: { 'if-none-match': response.headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
    }
  });

  test.each([
    '/photos/none.jpg',
    '/photos/..%2f..%2fpackage.json',
    '/photos/.incoming',
    '/photos/staging%2Fraw.jpg',
    '/photos/index.html',
  ])('%s is not there and not remembered as missing (S-077)', async (address) => {
    await app.deps.storage.put('staging/raw.jpg', new Uint8Array(1), 'image/jpeg');
    const response = await app.get(address);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
