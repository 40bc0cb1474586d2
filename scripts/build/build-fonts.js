// Generates the core fonts with the characters of the site's fixed texts; the slices in `styles/deferred-fonts.css` cover all
// other characters.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import subsetFont from 'subset-font';
import { readJson, root } from '#scripts/run.js';

const require = createRequire(import.meta.url);
// Outside `src`, where a changed file would make the build stale.
const outDir = path.join(root, '.cache/fonts');

const PRETENDARD = 'pretendard/dist/public/variable/PretendardVariable.ttf';
const GOWUN_BATANG = '@fontsource/gowun-batang/files/gowun-batang-korean-400-normal.woff2';

/** The server's build and the sample questions contain every fixed text. */
const readTexts = (serverDir) => [
  ...readdirSync(serverDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(serverDir, file), 'utf8')),
  readFileSync(path.join(root, 'sample/questions.json'), 'utf8'),
];

/** Prices are in the display font too. */
const PRICES_AND_PUNCTUATION = '0123456789원 상담후안내 .,:;!?~-()/·';
const TITLED_PAGES = [
  '/',
  '/introduce',
  '/price',
  '/reserve',
  '/inquiry',
  '/question',
  '/login',
  '/register',
];
const { categories } = readJson('content/default-content.json').categories;

/** Answers of the API that make the pages render all their headings, with the content of a new site. */
const createStubApi = () => {
  const { home, introduce, pages, packages } = readJson('content/default-content.json');
  const byType = (value) => Object.fromEntries(categories.map(({ code }) => [code, value]));
  // The home page renders the heading of its questions only if there is one.
  const question = { id: 1, title: '', content: '', memberName: '', createdAt: '2026-01-01', answer: null };
  const empty = Object.fromEntries(
    ['representative', 'businessNumber', 'mailOrderNumber', 'address', 'phone', 'email', 'privacyOfficer']
      .concat(['hosting', 'socialLink', 'kakaoChannel'])
      .map((name) => [name, '']),
  );
  const answers = {
    '/api/studio': {
      ...empty,
      name: '사진관',
      providers: [],
      categories: categories.map(({ code, name }) => ({ id: code, name })),
      lowestPriceWon: null,
      upcomingDocuments: [],
    },
    '/api/studio/home': {
      ...home,
      heroPhoto: null,
      notice: null,
      summaries: byType(''),
      startingPrices: byType(null),
    },
    '/api/studio/introduce': { ...introduce, hours: '', directions: '', parking: '', photo: null },
    '/api/studio/pages': pages,
    '/api/legal/refund': { lead: [], sections: [] },
    '/api/studio/categories': Object.fromEntries(categories.map((item) => [item.code, item])),
    '/api/studio/packages': packages.packages.map((item) => ({ ...item, photo: null })),
    '/api/studio/hours': [],
    '/api/question': [question],
  };
  return async ({ url }) => {
    const answer = answers[new URL(url).pathname];
    return answer === undefined ? new Response(null, { status: 404 }) : Response.json(answer);
  };
};

/** The display font is used for titles and headings. */
const renderTitles = async (serverDir) => {
  const { createPages } = await import(pathToFileURL(path.join(serverDir, 'entry-server.js')).href);
  const origin = 'http://localhost';
  const render = createPages({
    fetchApi: createStubApi(),
    origin,
    verification: {},
    assets: { css: '', entry: '', fonts: [] },
  });
  const pages = await Promise.all(
    [...TITLED_PAGES, ...categories.map(({ code }) => `/category/${code}`)].map(async (page) =>
      (await render(new Request(origin + page))).text(),
    ),
  );
  return pages.flatMap((html) => html.match(/<(title|h1|h2)\b.*?<\/\1>/gs) ?? []);
};

const isAscii = (character) => character <= '\x7F';

const buildFont = async (name, source, characters, options) => {
  const font = await subsetFont(readFileSync(require.resolve(source)), [...characters].join(''), {
    targetFormat: 'woff2',
    noHinting: true,
    ...options,
  });
  await writeFile(path.join(outDir, `${name}.woff2`), font);
};

export const buildFonts = async (serverDir) => {
  const texts = new Set(readTexts(serverDir).join(''));
  const titles = new Set((await renderTitles(serverDir)).join(''));
  // Titles contain Latin letters only in the studio's name.
  const display = [...titles].filter((character) => !isAscii(character)).join('') + PRICES_AND_PUNCTUATION;
  await mkdir(outDir, { recursive: true });
  const keepFeatures = ['tnum'];
  await buildFont('text', PRETENDARD, texts, { variationAxes: { wght: 400 }, keepFeatures });
  await buildFont('bold', PRETENDARD, texts, { variationAxes: { wght: 600 }, keepFeatures });
  await buildFont('display', GOWUN_BATANG, display, { keepFeatures: [] });
};
