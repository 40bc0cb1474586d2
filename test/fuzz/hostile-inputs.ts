import * as fc from 'fast-check';

/** Input that must never be rendered as markup: S-060, S-062. */
const markup = [
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</title></textarea><script>alert(1)</script>',
  '<!--<script>alert(1)',
  '" autofocus onfocus="alert(1)',
  "' autofocus onfocus='alert(1)",
  '<a href="javascript:alert(1)">여기</a>',
  'javascript:alert(1)',
];

const MARKUP_SIGNS = [
  /<img src=x/i,
  /<svg\/onload/i,
  /<script>alert\(/i,
  /<!--<script/i,
  /" autofocus onfocus="alert/,
  /' autofocus onfocus='alert/,
  /(?:href|src|action)\s*=\s*["']?\s*javascript:/i,
];

/** Finds hostile markup that is not escaped in this document. */
export const findMarkup = (html: string): string | undefined =>
  MARKUP_SIGNS.map((sign) => sign.exec(html)?.[0]).find((found) => found !== undefined);

/** Keyed by the attack. */
const payloadsByKind: Readonly<Record<string, readonly string[]>> = {
  'S-060 S-062 markup': markup,
  'S-060 templates, line separators of scripts': ['{{7*7}}', '${7*7}', '<%= 7*7 %>', 'a\u2028b\u2029c'],
  'S-061 SQL and its patterns': ["' or '1'='1", "'; drop table members; --", '%', '_', '\\', '%_\\', '$1'],
  'S-061 what PostgreSQL or UTF-8 cannot hold': ['a\u0000b', '\ud800', 'a\udfff\ud800b'],
  'S-063 a line of its own': ['a\r\nb', '\r\nset-cookie: a=b', '\n{"level":50}', '\u001b[31m'],
  'S-064 formulas': ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1', '"x",=1'],
  'S-065 names of every object': [
    '__proto__',
    'constructor',
    'prototype',
    'constructor.prototype',
    'toString',
  ],
  // Longer in bodies, because bodies may be larger than URLs.
  'S-066 what backtracks': [
    `${'a'.repeat(3_000)}!`,
    ' '.repeat(3_000),
    `${'0'.repeat(1_000)}-`,
    `${'\u3164'.repeat(500)}a`,
  ],
  'S-068 what nobody sees': ['\u3164', '\u200b', '\u2800', '\u3000\u00a0', '\ufeff', '\u202egnp.exe'],
  'S-068 letters of more than one form': ['각'.normalize('NFD'), '𠮷'.repeat(200), '👨‍👩‍👧‍👦', '\ufdfa'.repeat(20)],
  'no numbers': ['', ' ', '-0', '1.5', '1e309', '0x10', 'NaN', 'null', 'true', '[object Object]', 'İıſK'],
  'numbers at the edge': ['0', '2147483648', '99999999999', '9007199254740993', '9223372036854775808'],
  dates: ['2026-02-30', '0000-00-00', '2999-12-31', '1000-01-01', '2026-12', '2026-11-24T00:00:00Z'],
  paths: ['../../etc/passwd', '..%2f', '%00', '%', '%ff', '//evil.example/', '/\\evil.example', '.', '..'],
};

const payload = fc.constantFrom(...Object.values(payloadsByKind).flat());

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: payload },
  {
    weight: 2,
    // As `fc.string({ unit: 'binary' })`, which takes seconds to build a table of all code points.
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 60 })
      .map((points) => String.fromCodePoint(...points)),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(payload, { minLength: 2, maxLength: 4 })
      .map((parts) => parts.join('').slice(0, 3_000)),
  },
);

const huge = fc.constantFrom(`${'a'.repeat(50_000)}!`, '가'.repeat(20_000), `${' '.repeat(50_000)}x`);

const nested = (open: string, close: string, depth: number): string =>
  `${open.repeat(depth)}0${close.repeat(depth)}`;

/** JSON as text, because invalid numbers and duplicate keys cannot be expressed as values. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: huge.map((text) => JSON.stringify(text)) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...'null true false 0 -1 -0 1.5 1e999 1e-400 9007199254740993 2147483648'.split(' '),
      ...'[] {} [null] [["a"]] {"a":1,"a":2} {"toString":1} {"length":1e9}'.split(' '),
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      nested('[', ']', 9),
      nested('{"a":', '}', 30),
    ),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
);

/** Bodies that are not JSON objects, or are too large or too deep. */
export const hostileBody: fc.Arbitrary<string | Buffer> = fc.oneof(
  hostileJson,
  fc.constantFrom(
    '',
    ...'{ [1 " {"a":1}{"b":2} \ufeff{} {"a":NaN} a=b&c=d'.split(' '),
    nested('[', ']', 1_000),
    nested('{"a":', '}', 1_000),
    `{${Array.from({ length: 9_000 }, (_, index) => `"${index.toString(36)}":0`).join(',')}}`,
    JSON.stringify('x'.repeat(65_536)),
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  ),
);
