import type { ResponseOf } from '#platform/contract/endpoint.ts';
import type { adminPhotoEndpoints } from '../../contract/admin-photos.ts';

/** Pixels of the longer side that a photo needs to look sharp when it is enlarged. */
const MIN_LONG_SIDE = 1600;

const hashOf = async (file: File): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Reads the size without decoding the picture. Returns 0 for a file that the browser cannot read. */
const readLongSide = async (file: File): Promise<number> => {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await new Promise((resolve) => {
    for (const type of ['load', 'error']) image.addEventListener(type, resolve);
  });
  URL.revokeObjectURL(image.src);
  return Math.max(image.naturalWidth, image.naturalHeight);
};

/** What the studio should know about a file before it uploads it: that it is in `photos` already, or small. Empty if neither. */
export const describeDoubts = async (
  file: File,
  photos: ResponseOf<typeof adminPhotoEndpoints.listContentHashes>,
  labelOf: (category: string) => string,
): Promise<string> => {
  // Without HTTPS browsers offer no hashes.
  const hash = await hashOf(file).catch(() => null);
  const copies = photos.filter(({ contentHash }) => contentHash === hash);
  const places = copies.map(({ category }) => labelOf(category)).join(', ');
  const side = await readLongSide(file);
  const isSmall = side > 0 && side < MIN_LONG_SIDE;
  const texts = [
    copies.length > 0 && `이미 등록된 사진입니다(${places}). 같은 카테고리에는 다시 등록되지 않습니다.`,
    isSmall && `긴 변이 ${side}픽셀이라 크게 보면 흐릴 수 있습니다. ${MIN_LONG_SIDE}픽셀 이상을 권합니다.`,
  ];
  return texts.filter(Boolean).join(' ');
};
