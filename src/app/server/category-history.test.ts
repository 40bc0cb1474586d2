import { expect, it } from 'vitest';
import type { Section } from '#core/content/contract/studio-settings.ts';
import type { OfferedPackage, Studio } from '#core/content/contract/studio.ts';
import type { AdminReservation } from '#features/reservations/contract/admin-reservations.ts';
import { addDays } from '#platform/contract/seoul-time.ts';
import { createAdminClient, insertPhoneReservation } from '#test/factories/admin-client.ts';
import { insertPhotoRows } from '#test/factories/photos.ts';
import { createTestApp } from '#test/test-app.ts';

interface Item {
  readonly id: string;
  readonly code: string;
  readonly [field: string]: unknown;
}

/** The categories that a studio had one after the other. */
const STAGES: readonly Readonly<Record<string, string>>[] = [
  { PROMOTION: '홍보', PORTRAIT: '인물', OBJECT: '사물' },
  { LANDSCAPE: '풍경', PRODUCT: '제품', FOOD: '음식', WEDDING: '웨딩' },
  {
    WEDDING: '웨딩',
    FASHION: '패션',
    PRODUCT: '제품',
    FOOD: '음식',
    CAR: '차',
    LANDSCAPE: '풍경',
    DRONE_LANDSCAPE: '드론 풍경',
  },
];

const app = await createTestApp();
const studio = await createAdminClient(app);

const publish = async (section: string, change: (body: Section['body']) => object): Promise<void> => {
  const path = `/api/admin/settings/${section}`;
  const { body, version } = await studio.getJson<Section>(path);
  const response = await studio.post(`${path}/publish`, { body: change(body), baseVersion: version });
  expect([response.status, response.ok || (await response.text())]).toEqual([200, true]);
};

/** Shows exactly these categories, in this order. Others stay, hidden. */
const showOnly = (names: Readonly<Record<string, string>>): Promise<void> =>
  publish('category-list', ({ categories }) => {
    const stored = new Map((categories as Item[]).map((item) => [item.code, item]));
    const shown = Object.entries(names).map(([code, name]) => {
      const texts = { summary: `${name} 한 줄`, description: `${name} 설명`, preparation: '' };
      return { id: code, code, ...texts, ...stored.get(code), name, isHidden: false };
    });
    const others = [...stored.values()].filter(({ code }) => !(code in names));
    return { categories: [...shown, ...others.map((item) => ({ ...item, isHidden: true }))] };
  });

const addPackages = (names: Readonly<Record<string, string>>, stage: number): Promise<void> =>
  publish('packages', ({ packages }) => ({
    packages: [
      ...(packages as object[]),
      ...Object.entries(names).map(([shootType, name]) => ({
        id: `${shootType}-${stage}`,
        shootType,
        name: `${name} ${stage}`,
        summary: name,
        priceWon: 100_000,
        includes: [],
        isShotInStudio: false,
        photoId: null,
        isHidden: false,
      })),
    ],
  }));

it('a studio that goes from three categories to four and to seven keeps all bookings, photos and packages', async () => {
  const booked: string[] = [];
  for (const [stage, names] of STAGES.entries()) {
    await showOnly(names);
    await addPackages(names, stage);
    for (const [index, code] of Object.keys(names).entries()) {
      const date = addDays('2026-12-01', stage * 10 + index);
      const { reservationCode } = await insertPhoneReservation(studio, { shootType: code, date });
      booked.push(`${code} ${reservationCode}`);
      await insertPhotoRows(app, code, [`${code}-${stage}`]);
    }
    const shown = (await (await app.get('/api/studio')).json()) as Studio;
    expect(shown.categories).toEqual(Object.entries(names).map(([id, name]) => ({ id, name })));
    const offered = (await (await app.get('/api/studio/packages')).json()) as OfferedPackage[];
    expect(new Set(offered.map(({ shootType }) => shootType))).toEqual(new Set(Object.keys(names)));
  }
  const kept = await studio.getJson<AdminReservation[]>('/api/admin/reservation');
  expect(kept.map((one) => `${one.shootType} ${one.reservationCode}`).toSorted()).toEqual(booked.toSorted());
  for (const [stage, names] of STAGES.entries())
    for (const code of Object.keys(names)) {
      const photos = await studio.getJson<{ savedFileName: string }[]>(`/api/admin/photo?category=${code}`);
      expect(photos.map(({ savedFileName }) => savedFileName)).toContain(`${code}-${stage}`);
    }
  const { body } = await studio.getJson<Section>('/api/admin/settings/packages');
  const ids = (body['packages'] as Item[]).map(({ id }) => id);
  for (const [stage, names] of STAGES.entries())
    expect(ids).toEqual(expect.arrayContaining(Object.keys(names).map((code) => `${code}-${stage}`)));
});
