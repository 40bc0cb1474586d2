import * as z from 'zod/mini';
import { textField } from './text/text-field.ts';
import { countCodePoints, hasForbiddenCharacter } from './text/text-validation.ts';

export const fieldLimits = {
  loginId: { min: 4, max: 20 },
  password: { min: 8, max: 16 },
  resetPassword: { min: 4, max: 16 },
  name: 30,
  title: 200,
  content: 5_000,
  location: 200,
  notes: 2_000,
  desiredShootDate: 100,
  keyword: 50,
  reason: 200,
  fileName: 255,
  alt: 200,
} as const;

export const fieldMessages = {
  loginIdMissing: '아이디를 입력해 주세요.',
  loginIdLength: '아이디는 4~20자 사이여야 합니다.',
  loginIdCharacters: '아이디에는 글자, 숫자, 점(.), 밑줄(_), 하이픈(-)만 사용할 수 있습니다.',
  passwordMissing: '비밀번호를 입력해 주세요.',
  passwordLength: '비밀번호는 8~16자 사이여야 합니다.',
  resetPasswordLength: '비밀번호는 4자 이상이어야 합니다.',
  resetPasswordMax: '비밀번호는 16자까지 입력할 수 있습니다.',
  passwordMismatch: '비밀번호가 일치하지 않습니다.',
  name: '이름을 입력해 주세요.',
  nameCharacters: '이름에 사용할 수 없는 문자가 들어 있습니다.',
  phone: '휴대폰 번호 11자리를 정확히 입력해주세요.',
  code: '인증번호 6자리를 입력해 주세요.',
  secondFactor: '인증 앱의 6자리 코드나 복구 코드를 입력해 주세요.',
  agreements: '필수 약관에 모두 동의해 주세요.',
} as const;

const hasLengthBetween = (value: string, { min, max }: { min: number; max: number }): boolean => {
  const length = countCodePoints(value);
  return length >= min && length <= max;
};

// Excludes invisible letters and marks, such as Hangul fillers and variation selectors: they would allow lookalike ids.
const LOGIN_ID_PATTERN = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd}._-])*$/u;

/**
 * A new login id: visible letters and marks of any script, digits, `.`, `_`, `-`; 4–20 code points after NFKC normalization. Stored with
 * its case; uniqueness is case-insensitive.
 */
export const loginId = z.string(fieldMessages.loginIdLength).check(
  z.overwrite((value) => value.normalize('NFKC').trim()),
  z.refine((value) => hasLengthBetween(value, fieldLimits.loginId), fieldMessages.loginIdLength),
  z.refine((value) => LOGIN_ID_PATTERN.test(value), fieldMessages.loginIdCharacters),
);

const password = (message: string) =>
  z.string(message).check(z.overwrite((value) => value.normalize('NFKC')));

/** A new password: 8–16 code points of any kind after NFKC normalization. Never truncated. */
export const newPassword = password(fieldMessages.passwordLength).check(
  z.refine((value) => hasLengthBetween(value, fieldLimits.password), fieldMessages.passwordLength),
);

/**
 * The login id of a login request. The length and characters of new ids are not required, but forbidden characters are rejected, among
 * them NUL, which PostgreSQL cannot store.
 */
export const submittedLoginId = z.string(fieldMessages.loginIdMissing).check(
  z.overwrite((value) => value.normalize('NFKC').trim()),
  z.refine((value) => value !== '', fieldMessages.loginIdMissing),
  z.refine((value) => !hasForbiddenCharacter(value), fieldMessages.loginIdCharacters),
);

/** A password to verify against a stored hash. It has no length limit of its own: the body size limit bounds the hashing cost. */
export const submittedPassword = password(fieldMessages.passwordMissing).check(
  z.refine((value) => value !== '', fieldMessages.passwordMissing),
);

/**
 * A password set by the recovery page: 4–16 code points. The product specification allows 4 here, unlike at registration. For admins the
 * rule of registration applies.
 */
export const resetPassword = password(fieldMessages.resetPasswordLength).check(
  z.refine(
    (value) => countCodePoints(value) >= fieldLimits.resetPassword.min,
    fieldMessages.resetPasswordLength,
  ),
  z.refine(
    (value) => countCodePoints(value) <= fieldLimits.resetPassword.max,
    fieldMessages.resetPasswordMax,
  ),
);

/** A person's name, at most 30 code points. `*` is rejected because it marks masked names. */
export const memberName = textField({
  label: '이름',
  max: fieldLimits.name,
  required: fieldMessages.name,
}).check(
  z.refine((value) => !value.includes('*') && !hasForbiddenCharacter(value), fieldMessages.nameCharacters),
);

/** A Korean mobile number: `010` and 8 digits. Hyphens and spaces are removed, and the country code 82 replaced by 0, before validation. */
export const phoneNumber = z.string(fieldMessages.phone).check(
  z.overwrite((value) =>
    value
      .trim()
      .replaceAll(/[\s-]/g, '')
      .replace(/^\+?82(?=10)/, '0'),
  ),
  z.refine((value) => /^010[0-9]{8}$/.test(value), fieldMessages.phone),
);

export const verificationCode = z.string(fieldMessages.code).check(
  z.overwrite((value) => value.trim()),
  z.refine((value) => /^[0-9]{6}$/.test(value), fieldMessages.code),
);

/** A code of the authenticator app (6 digits) or a recovery code (`ABCDE-FGHJK`), without blanks and in upper case. */
export const secondFactorCode = z.string(fieldMessages.secondFactor).check(
  z.overwrite((value) => value.replaceAll(/\s/g, '').toUpperCase()),
  z.regex(/^(?:[0-9]{6}|[0-9A-Z]{5}-[0-9A-Z]{5})$/, fieldMessages.secondFactor),
);

const agreed = z.literal(true, fieldMessages.agreements);

/** The consents of a registration. `all` is the form's select-all checkbox; the server ignores it. */
export const agreements = z.object(
  { all: z.optional(z.boolean()), over14: agreed, terms: agreed, privacy: agreed },
  fieldMessages.agreements,
);

/** A numeric row id: a positive safe integer. */
export const entityId = z.coerce
  .number('잘못된 번호입니다.')
  .check(z.refine((value) => Number.isSafeInteger(value) && value > 0, '잘못된 번호입니다.'));

/** The largest version of a document or section: the column is a PostgreSQL `integer`. */
export const MAX_VERSION = 2_147_483_647;

export const idParams = z.object({ id: entityId });

/** Query parameters of lists with several pages: `limit` (1–500 items) and `cursor` (opaque, from the previous page). */
export const paginationParams = {
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
};

export const keywordConstraints = {
  label: '검색어',
  max: fieldLimits.keyword,
  required: '검색어를 입력해 주세요.',
} as const;

export const keyword = textField(keywordConstraints);

export const isoDateTime = z.iso.datetime();
export const messageResponse = z.object({ message: z.string() });
