import * as z from 'zod/mini';

/** The kinds of shoot that can be reserved. */
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

/** Parses a shoot type from a path or query, ignoring case; null when it is unknown. */
export const parseShootType = (value: string | null | undefined): ShootType | null => {
  const code = value?.trim().toUpperCase();
  return shootTypes.find((type) => type === code) ?? null;
};

export const byShootType = <Value>(valueOf: (type: ShootType) => Value): Record<ShootType, Value> =>
  Object.fromEntries(shootTypes.map((type) => [type, valueOf(type)])) as Record<ShootType, Value>;
