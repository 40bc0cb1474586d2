// Cuts the fonts down to the characters that the site's own texts use, in two tiers: what the first pages need,
// and the rest, of which a browser hears when a page stands, and which it fetches only for one that shows one of its
// characters (`unicode-range`).
// Visitors' texts fall back, character by character, to the system's Korean font.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import { root } from './run.js';

// Outside of `src`: what the build makes is no source of the build.
const outDir = path.join(root, '.cache/fonts');
const require = createRequire(import.meta.url);

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const listFiles = (folder, pattern) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => pattern.test(file) && !file.includes('.test.'));

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const PUNCTUATION = '·…–—‘’“”×→←↑↓©₩℃①②③④';
const DIGITS = '0123456789 .,:;!?~-()/·';

const charactersOf = (...texts) => new Set(texts.join(''));
const without = (set, other) => new Set([...set].filter((character) => !other.has(character)));
const beyondAscii = (texts) => [...texts.join('')].filter((character) => character > '\x7F').join('');

const webFiles = listFiles('src/web', /\.tsx?$/);

/** A file and all files of the web that it imports, lazily loaded ones aside. */
const withImports = (file, seen = new Set()) => {
  if (seen.has(file) || !webFiles.includes(file)) return seen;
  seen.add(file);
  for (const [, place] of read(file).matchAll(/ from '((?:#web|\.)\/[^']+\.tsx?)'/g))
    withImports(
      path.posix.join(place.startsWith('#web/') ? 'src' : path.posix.dirname(file), place.replace('#', '')),
      seen,
    );
  return seen;
};

const firstPages = ['shell/layout.tsx', 'studio/home-page.tsx', 'photos/category-page.tsx'];
const firstFiles = [
  ...new Set(firstPages.flatMap((page) => [...withImports(`src/web/${page}`)])),
  'src/contract/shoot-types.ts',
];

const sampleQuestions = existsSync(path.join(root, 'sample/questions.json'))
  ? JSON.parse(read('sample/questions.json'))
  : [];
const studioDefaults = read('src/server/env.ts').match(/STUDIO_\w+: text\('[^']*'\)/g) ?? [];
// The summaries of endpoints are for developers.
const contractTexts = listFiles('src/contract', /\.ts$/).map((file) =>
  read(file).replaceAll(/^\s*summary:.*$/gm, ''),
);

const firstText = charactersOf(
  ASCII,
  PUNCTUATION,
  beyondAscii(firstFiles.map(read)),
  beyondAscii(studioDefaults),
  sampleQuestions.map(({ title, memberName }) => title + memberName).join(''),
);
const allText = charactersOf(
  beyondAscii([...webFiles.map(read), ...contractTexts, JSON.stringify(sampleQuestions)]),
);

/** What stands in elements whose class asks for the display font, and in the titles handed to them. */
const displayTextsOf = (file) => {
  const source = read(file);
  const sheet = file.replace(/\.tsx$/, '.module.css');
  const css = existsSync(path.join(root, sheet)) ? read(sheet) : '';
  const classes = [...css.matchAll(/\.(\w+)[^{}]*\{[^{}]*var\(--font-display\)/g)].map(([, name]) => name);
  const elements = classes.flatMap((name) =>
    [
      ...source.matchAll(
        new RegExp(`<(\\w+)[^>]*className=\\{styles\\.${name}\\}[^>]*>([\\s\\S]*?)</\\1>`, 'g'),
      ),
    ].map(([, , content]) => content),
  );
  const titles = [...source.matchAll(/\b[tT]itle\w*(?:=|: |=\{)\s*['"`]([^'"`]*)/g)].map(
    ([, title]) => title,
  );
  return beyondAscii([...elements, ...titles]);
};

const shootTypes = beyondAscii([read('src/contract/shoot-types.ts').match(/Labels[\s\S]*?\};/)?.[0] ?? '']);
const studioName = studioDefaults.find((line) => line.startsWith('STUDIO_NAME')) ?? '';
const firstDisplay = charactersOf(
  DIGITS,
  shootTypes,
  beyondAscii([studioName]),
  firstFiles.map(displayTextsOf).join(''),
);
// Texts that reach an element of the display font through a function.
const computedDisplay = '원 상담 후 안내';
const allDisplay = charactersOf(webFiles.map(displayTextsOf).join(''), computedDisplay);

// What the first pages say in bold: e2e/loading.spec.ts fails when one says more.
const firstStrong = charactersOf(
  DIGITS,
  shootTypes,
  '예약하기 문의하기 개인정보처리방침 촬영 종류를 고릅니다 만날 시간을 정합니다 이야기를 남깁니다 답변 대기 답변 완료',
  '포함된 구성 상담 후 안내 원 전액 환불 50% 환불 환불 불가 먼저 오래 이야기합니다 빛을 기다립니다 덜어 내며 보정합니다',
  '검색 기준 검색어',
);

const FIRST = new Set(['text', 'display']);
/** Added by code, which is told its characters in a file of their own. */
const BY_CODE = 'strong';
const PRETENDARD = 'pretendard/dist/public/variable/PretendardVariable.ttf';
const GOWUN_BATANG = '@expo-google-fonts/gowun-batang/400Regular/GowunBatang_400Regular.ttf';
const keepFeatures = ['tnum'];
// Bold is a file of its own, in one weight: few characters are ever bold, and without a range of weights the other is a third smaller.
// The browser's code brings it (`web/late-fonts.ts`): until then those few letters are drawn bolder by the browser itself.
const faces = [
  {
    family: 'Sajingwan Text',
    source: PRETENDARD,
    weight: '400',
    options: { variationAxes: { wght: 400 }, keepFeatures },
    files: { text: firstText, 'rest-text': without(allText, firstText) },
  },
  {
    family: 'Sajingwan Text',
    source: PRETENDARD,
    weight: '500 600',
    options: { variationAxes: { wght: 600 }, keepFeatures },
    files: {
      strong: firstStrong,
      'rest-strong': without(new Set([...firstText, ...allText]), firstStrong),
    },
  },
  {
    family: 'Sajingwan Display',
    source: GOWUN_BATANG,
    // One weight for all that is asked for: nothing is emboldened by the browser.
    weight: '400 600',
    options: { keepFeatures: [] },
    files: { display: firstDisplay, 'rest-display': without(allDisplay, firstDisplay) },
  },
];

/** `U+AC00,U+AC10-AC11` */
const unicodeRange = (characters) => {
  const ranges = [];
  for (const code of [...characters].map((character) => character.codePointAt(0)).sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code) => code.toString(16).toUpperCase();
  return ranges.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(',');
};

// A file that stays the same is left alone: the development server reloads for none.
const writeIfNew = async (file, content) => {
  const place = path.join(outDir, file);
  const bytes = Buffer.from(content);
  if (existsSync(place) && readFileSync(place).equals(bytes)) return;
  await writeFile(place, bytes);
};

const cutFace = async ({ family, source, weight, options, files }) => {
  const font = readFileSync(require.resolve(source));
  const rules = { first: [], rest: [] };
  for (const [name, characters] of Object.entries(files)) {
    const bytes = await subsetFont(font, [...characters].join(''), {
      ...options,
      targetFormat: 'woff2',
      noHinting: true,
    });
    await writeIfNew(`${name}.woff2`, bytes);
    console.log(`${name}.woff2: ${characters.size} characters, ${(bytes.length / 1000).toFixed(1)} kB`);
    if (name === BY_CODE) {
      await writeIfNew(`${name}-range.txt`, unicodeRange(characters));
      continue;
    }
    const isFirst = FIRST.has(name);
    const range = isFirst ? '' : `unicode-range:${unicodeRange(characters)};`;
    rules[isFirst ? 'first' : 'rest'].push(
      `@font-face{font-family:'${family}';src:url('./${name}.woff2') format('woff2');font-weight:${weight};font-display:swap;${range}}`,
    );
  }
  return rules;
};

await mkdir(outDir, { recursive: true });
const rules = [];
for (const face of faces) rules.push(await cutFace(face));
const write = (file, part) => writeIfNew(file, `${rules.flatMap((cut) => cut[part]).join('\n')}\n`);
await write('faces.css', 'first');
await write('rest-faces.css', 'rest');
