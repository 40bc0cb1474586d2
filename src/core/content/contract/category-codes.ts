/** The ids proposed for common names of categories. */
const codes: Readonly<Record<string, string>> = {
  가족: 'FAMILY',
  증명: 'ID_PHOTO',
  프로필: 'PROFILE',
  돌: 'FIRST_BIRTHDAY',
  만삭: 'MATERNITY',
  패션: 'FASHION',
  반려동물: 'PET',
  바디프로필: 'BODY_PROFILE',
  차: 'CAR',
  드론: 'DRONE',
  우정: 'FRIENDS',
  컨셉: 'CONCEPT',
  풍경: 'LANDSCAPE',
  제품: 'PRODUCT',
  음식: 'FOOD',
  웨딩: 'WEDDING',
  인물: 'PORTRAIT',
  홍보: 'PROMOTION',
  사물: 'OBJECT',
};

/** The id proposed for a name such as `돌 사진`; empty for an uncommon one. */
export const proposeCategoryCode = (name: string): string =>
  codes[name.replaceAll(/\s|사진$|촬영$/g, '')] ?? '';
