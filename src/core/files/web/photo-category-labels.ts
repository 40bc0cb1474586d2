import { shootTypeLabels } from '#core/content/contract/shoot-types.ts';
import type { AdminPhoto } from '../contract/photo-uploads.ts';
import { homeCategories, photoCategories, type PhotoCategory } from '../contract/photos.ts';

export const photoCategoryLabels: Readonly<Record<PhotoCategory, string>> = {
  ...shootTypeLabels,
  REPRESENTATIVE: '대표',
  LANDSCAPE_MAIN: '풍경 대표',
  PRODUCT_MAIN: '제품 대표',
  FOOD_MAIN: '음식 대표',
  WEDDING_MAIN: '웨딩 대표',
};

export type HomeCategory = (typeof homeCategories)[number];

/** The home page shows the newest photo of each of these categories. */
export const isHomeCategory = (category: PhotoCategory): category is HomeCategory =>
  homeCategories.some((home) => home === category);

/** Parses a category from a query value, ignoring letter case; null when it is not one. */
export const readPhotoCategory = (value: string | null): PhotoCategory | null => {
  const code = value?.trim().toUpperCase();
  return photoCategories.find((category) => category === code) ?? null;
};

/** True when the description is only the default text derived from the category. */
export const isUndescribed = ({ alt, category }: Pick<AdminPhoto, 'alt' | 'category'>): boolean => {
  const label = photoCategoryLabels[category];
  return ['', label, `${label} 사진`, `${label.replace(/ 대표$/, '')} 사진`].includes(alt.trim());
};
