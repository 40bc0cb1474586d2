import * as z from 'zod/mini';

/** What can be booked: the four categories of the studio. */
export const shootTypes = ['LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING'] as const;
export type ShootType = (typeof shootTypes)[number];

export const shootTypeLabels: Readonly<Record<ShootType, string>> = {
  LANDSCAPE: '풍경',
  PRODUCT: '제품',
  FOOD: '음식',
  WEDDING: '웨딩',
};

export const SHOOT_TYPE_MESSAGE = '카테고리를 선택해 주세요.';
export const shootType = z.enum(shootTypes, SHOOT_TYPE_MESSAGE);

/** The shoot type that a path or a query names, in any letter case; null when it names none. */
export const parseShootType = (value: string | null | undefined): ShootType | null => {
  const code = value?.trim().toUpperCase();
  return shootTypes.find((type) => type === code) ?? null;
};
