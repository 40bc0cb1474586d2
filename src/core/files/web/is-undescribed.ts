import type { AdminPhoto } from '../contract/photo-uploads.ts';

/** True when the description is empty, only the label of the category, or only a default text derived from it. */
export const isUndescribed = ({ alt }: Pick<AdminPhoto, 'alt'>, label: string): boolean =>
  ['', label, `${label} 사진`, `${label.replace(/ 대표$/, '')} 사진`].includes(alt.trim());
