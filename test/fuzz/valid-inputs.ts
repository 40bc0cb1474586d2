import * as fc from 'fast-check';

/** The part of an OpenAPI schema that is needed to generate requests. */
export interface InputSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: InputSchema;
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
}

// The clock of the tests is set to 21 November 2026. Distant dates are included as well.
const date = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 22, max: 30 }).map((day) => `2026-11-${day}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('2026-11-21', '2027-11-21', '2027-11-22', '1000-01-01', '2999-12-31'),
  },
);
const words = fc.constantFrom('가을 사진', '서울숲에서 오전에 찍고 싶습니다.', 'two words', '꽃');

/** Valid values by field name, for text rules that the schemas do not express. */
const validTextsByField: Readonly<Record<string, fc.Arbitrary<string>>> = {
  loginId: fc.constantFrom('newcomer', 'fuzz.member'),
  password: fc.constant('password-1'),
  confirmPassword: fc.constant('password-1'),
  oldPassword: fc.constant('password-1'),
  newPassword: fc.constant('password-2'),
  passphrase: fc.constant('a passphrase of the owner'),
  name: fc.constantFrom('김사진', '이풍경'),
  guestName: fc.constant('박전화'),
  phoneNumber: fc.nat({ max: 99_999_999 }).map((number) => `010${String(number).padStart(8, '0')}`),
  code: fc.constantFrom('123456', '000000'),
  category: fc.constantFrom('FOOD', 'wedding', 'REPRESENTATIVE'),
  categoryId: fc.constantFrom('FOOD', 'wedding', 'REPRESENTATIVE'),
  shootType: fc.constantFrom('FOOD', 'WEDDING'),
  contentType: fc.constant('image/jpeg'),
  fileName: fc.constant('꽃.jpg'),
  originalFileName: fc.constant('꽃.jpg'),
  savedFileName: fc.constant('staging/nothing.jpg'),
  date,
  from: date,
  to: fc.constant('2026-12-05'),
  until: fc.constantFrom('2027-01-31', '2026-12-31'),
  time: fc.constantFrom('09-10', '15-16'),
  month: fc.constantFrom('2026-11', '2026-12', '1000-01', '2999-12'),
  answered: fc.constantFrom('true', 'false'),
  mine: fc.constantFrom('true', 'false'),
  cursor: fc.constantFrom('1', '30', 'WzFd', '2026-11-24'),
  file: fc.constant(`${'a'.repeat(43)}.ics`),
  refreshToken: fc.constant('a'.repeat(43)),
  messageId: fc.constant('M4V20261121'),
};

// The id of one of the first rows.
const rowId = fc.integer({ min: 1, max: 20 }).map(String);

const isText = ({ type }: InputSchema): boolean =>
  type === 'string' || (Array.isArray(type) && type.includes('string'));

/** A valid value as it is written in a URL. */
export const validText = (name: string, schema: InputSchema): fc.Arbitrary<string> => {
  const known = validTextsByField[name];
  if (name === 'section') return fc.constantFrom('replies', ...(schema.enum ?? []).map(String));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(String));
  if (/^(id|\w+Id)$/.test(name) && !isText(schema)) return rowId;
  if (name === 'id') return fc.uuid();
  if (isText(schema)) return known ?? words;
  if (schema.items !== undefined) return validText(name, schema.items);
  return fc.integer({ min: schema.minimum ?? 1, max: Math.min(schema.maximum ?? 100, 100) }).map(String);
};

/** The text of a valid JSON value. */
export const validJson = (name: string, schema: InputSchema): fc.Arbitrary<string> => {
  if (schema.const !== undefined) return fc.constant(JSON.stringify(schema.const));
  if (schema.properties !== undefined) return validObject(schema);
  if (schema.items !== undefined) {
    return fc
      .array(validJson(name, schema.items), { minLength: 1, maxLength: 3 })
      .map((items) => `[${items.join(',')}]`);
  }
  // A settings section of admins; the others need more.
  if (schema.type === 'object') return fc.constant('{"replies":[]}');
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false');
  if (schema.enum !== undefined || isText(schema))
    return validText(name, schema).map((text) => JSON.stringify(text));
  return validText(name, schema);
};

const validObject = ({ properties = {} }: InputSchema): fc.Arbitrary<string> =>
  fc
    .tuple(...Object.entries(properties).map(([name, inner]) => validJson(name, inner)))
    .map((values) =>
      serializeObject(Object.keys(properties).map((name, index) => [name, values[index] ?? 'null'])),
    );

/** Serializes names and JSON texts literally, so that duplicates and `__proto__` are possible. */
export const serializeObject = (entries: readonly (readonly [string, string])[]): string =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
