import { REPRESENTATIVE, type Photo, type PhotoCategory } from '../contract/photos.ts';

/** What a place on the home page needs: pixels for a dense screen, and whether its frame is wide. */
const TOP = { width: 1920, isWide: true };
const COVER = { width: 1100, isWide: false };

/** Why a photo may not look good in its place on the home page; null without a reason. */
export const describeCoverProblem = (
  { width, height }: Pick<Photo, 'width' | 'height'>,
  place: PhotoCategory,
): string | null => {
  const need = place === REPRESENTATIVE ? TOP : COVER;
  if (need.isWide && height > width)
    return '세로 사진이라 넓은 화면에서 위아래가 많이 잘립니다. 이 자리에는 가로 사진이 어울립니다.';
  if (width < need.width)
    return `사진의 가로가 ${width}픽셀이라 화면에서 흐리게 보일 수 있습니다. ${need.width}픽셀 이상을 권합니다.`;
  return null;
};
