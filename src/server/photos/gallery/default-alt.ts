import type { PhotoCategory } from '#contract/photos.ts';
import { shootTypeLabels, shootTypes } from '#contract/shoot-types.ts';

/** The default alternative text, such as `웨딩 사진`. */
export const defaultAlt = (category: PhotoCategory): string => {
  const shootType = shootTypes.find((type) => category.startsWith(type));
  return `${shootType === undefined ? '대표' : shootTypeLabels[shootType]} 사진`;
};
