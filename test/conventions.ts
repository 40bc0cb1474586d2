import {
  isCode,
  isTest,
  isProjectFile,
  lineCount,
  perFile,
  forbid,
  forbidImports,
  inLayer,
  singleFile,
  type SourceFile,
  type Convention,
} from './convention-checks.ts';

const NOUNS = ['photos', 'auth', 'members', 'reservations', 'questions'];
/** The folders of each layer; sub-features below them are free. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  contract: ['admin', 'legal', 'members', 'settings', 'text'],
  server: [
    'async',
    'db',
    'desk',
    'files',
    'http',
    'jobs',
    'notifications',
    'operations',
    'ports',
    'private-files',
    'sample',
    'site',
    'studio',
    ...NOUNS,
  ],
  web: [
    'api',
    'desk',
    'document',
    'legal',
    'notifications',
    'sample',
    'settings',
    'shell',
    'studio',
    'styles',
    'ui',
    ...NOUNS,
  ],
};
const isKnownFolder = (folder: string): boolean => {
  const [, layer = '', feature] = folder.split('/');
  return layer in LAYERS && (feature === undefined || LAYERS[layer]?.includes(feature) === true);
};

const MAX_FOLDER_FILES = 25;
const isSource = (path: string): boolean => /\.(ts|tsx|js)$/.test(path) && !/\.(test|spec)\.\w+$/.test(path);

const checkFolders: Convention['find'] = (files) => {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.split('/').slice(0, -1).join('/');
    if (isSource(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FOLDER_FILES)
    .map(([folder, count]) => `${folder}: ${count} source files, at most ${MAX_FOLDER_FILES}`);
};

const featureOf = (path: string): string | undefined => /^(?:src\/|#)server\/(\w+)\//.exec(path)?.[1];
const isOtherFeature = (name: string, path: string): boolean => {
  const [from, to] = [featureOf(path), featureOf(name)];
  // Every feature may use sessions, codes and passwords.
  return (
    from !== undefined &&
    to !== undefined &&
    from !== to &&
    NOUNS.includes(from) &&
    NOUNS.includes(to) &&
    to !== 'auth' &&
    // Deleting an account frees the slots of its reservations in the same transaction, and a login takes over the guest's hold.
    name !== '#server/reservations/slots/release-slot.ts' &&
    name !== '#server/reservations/slots/adopt-guest-hold.ts'
  );
};

const CATCH_ALL_NAMES = /^(index|utils?|helpers?|common|misc|shared|lib|stuff|manager)$/;
const FILE_NAME =
  /^[a-z0-9]+(-[a-z0-9]+)*(\.(d|module|((db|full|image|mock|s3|tz)\.)?test|spec|config))?\.(ts|tsx|js|css|json|jsonl|md)$/;

const checkName = ({ path }: SourceFile): string[] => {
  const parts = path.split('/');
  const file = parts.at(-1) ?? '';
  const violations: string[] = [];
  if (!FILE_NAME.test(file)) violations.push('the name is not kebab-case with a known ending');
  if (parts.some((part) => CATCH_ALL_NAMES.test(part.replace(/\..*$/, ''))))
    violations.push('the name is too general');
  if (path.startsWith('src/') && !isKnownFolder(parts.slice(0, -1).join('/')))
    violations.push('the folder is not a known feature');
  return violations;
};

const MAX_LINES = 400;
const MEDIAN_LINES = 80;
const P90_LINES = 220;

const checkSizes: Convention['find'] = (files) => {
  const lengths = files
    .filter(({ path }) => path.startsWith('src/') && isCode(path))
    .map(lineCount)
    .toSorted((a, b) => a - b);
  const [median, p90] = [0.5, 0.9].map((share) => lengths[Math.floor(lengths.length * share)] ?? 0) as [
    number,
    number,
  ];
  return [
    ...(median > MEDIAN_LINES ? [`the median of src is ${median} lines`] : []),
    ...(p90 > P90_LINES ? [`a tenth of src has more than ${p90} lines`] : []),
  ];
};

const checkMigrations: Convention['find'] = (files) =>
  files
    .filter(({ path }) => path.startsWith('db/migrations/'))
    .map(({ path }) => path.slice('db/migrations/'.length))
    .toSorted()
    .flatMap((name, index) =>
      /^[0-9]{4}-[a-z0-9-]+\.sql$/.test(name) && Number(name.slice(0, 4)) === index + 1
        ? []
        : [`${name} is not number ${index + 1}`],
    );

const namesIn = (files: readonly SourceFile[], path: string, pattern: RegExp): Set<string> =>
  new Set(
    [...(files.find((file) => file.path === path)?.text ?? '').matchAll(pattern)].flatMap(
      ([, name]) => name ?? [],
    ),
  );

const checkSettings: Convention['find'] = (files) => {
  const known = namesIn(files, 'src/server/settings.ts', /\bsetting\(\s*'([A-Z][A-Z0-9_]+)'/g);
  const documented = namesIn(files, '.env.example', /^#?([A-Z][A-Z0-9_]+)=/gm);
  return [
    ...(known.size === 0 ? ['src/server/settings.ts declares no setting'] : []),
    ...[...known].filter((name) => !documented.has(name)).map((name) => `.env.example lacks ${name}`),
    ...[...documented]
      .filter((name) => !known.has(name))
      .map((name) => `.env.example lists ${name}, which is not a setting`),
  ];
};

const KOREAN = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/;
const COLOR_NAMES =
  'white|black|red|green|blue|gr[ae]y|orange|yellow|purple|pink|brown|silver|gold|navy|teal';
const RAW_COLOR = new RegExp(
  `(?<![&\\w(/"'])#[0-9a-fA-F]{3,8}\\b|\\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\\(|:[^;]*(?<![-\\w.])(${COLOR_NAMES})(?![-\\w(])[^;]*;`,
);
// In parts, so that this file does not contain the hosts.
const REGISTRIES = new RegExp(
  [
    ['registry', 'npmjs'],
    ['registry', 'yarnpkg'],
    ['npm', 'jsr'],
    ['npmmirror', 'com'],
    ['npm', 'pkg'],
  ]
    .map((parts) => parts.join('\\.'))
    .join('|'),
);

/** Names that were replaced by standard terms and must not be used again. */
const RETIRED_NAMES =
  'AnswerKeeper|KeptAnswer|Wish|hangPhoto|hung_at|shown_change|book_slot|start_session|takeOver|giveBack|giveAgain|lockWall|changeWall|' +
  'findStrangers|findStrays|deriveApart|judgeBooking|findStanding|tellOwner|tell_shown_change|createLoadGate|oncePer|askTogether|' +
  'shareReads|countTry|takeAttempt|drawReservationCode|hurry|unhurried|placeTemplate|offerDump|askForDump|eraseAgain|seenBooking';
const RETIRED_FILES =
  /\/(kept-answer|keep-answers|ask-together|share-reads|once-per|hang-photo|lock-wall|derive-apart|find-strangers|find-strays|tell-owner|judge-booking|offer-dump|keep-house|hurry|finished-answer|leave-nothing|faulty)\./;
const isInProject = (path: string): boolean =>
  /^(src|test|tools|e2e|scripts|db)\//.test(path) && !path.startsWith('test/convention');

export const conventions: readonly Convention[] = [
  {
    name: 'the contract imports only zod/mini and the contract',
    find: forbidImports(
      inLayer('contract'),
      (name) => name !== 'zod/mini' && !/^(\.|#contract)\//.test(name),
    ),
    violations: [singleFile('src/contract/auth.ts', "import { readFile } from 'node:fs/promises';")],
  },
  {
    name: 'the server does not import the web, tests or tools',
    find: forbidImports(inLayer('server'), (name) => /^#(web|test|tools)\//.test(name)),
    violations: [singleFile('src/server/app.ts', "const page = import('#web/routes.tsx');")],
  },
  {
    name: 'a feature of the server does not import another feature',
    find: forbidImports(inLayer('server'), isOtherFeature),
    violations: [
      singleFile(
        'src/server/members/delete-account.ts',
        "import { freeSlots } from '#server/reservations/queries.ts';",
      ),
    ],
  },
  {
    name: 'the web does not import the server, Node.js modules, tests or tools',
    find: forbidImports(inLayer('web'), (name) => /^(#server\/|#test\/|#tools\/|node:)/.test(name)),
    violations: [singleFile('src/web/paths.ts', "import type { Env } from '#server/env.ts';")],
  },
  {
    name: 'src/web/ui imports only itself and neither the router nor the query library',
    find: forbidImports(inLayer('web/ui'), (name) => /^(#(?!web\/ui\/)|react-router|@tanstack\/)/.test(name)),
    violations: [singleFile('src/web/ui/button.tsx', "import { Link } from 'react-router';")],
  },
  {
    name: 'src/web/ui contains no Korean text',
    find: forbid(inLayer('web/ui'), KOREAN),
    violations: [singleFile('src/web/ui/button.tsx', 'const label = "확인";')],
  },
  {
    name: 'imports from other folders use an alias and a file extension',
    find: forbidImports(
      isProjectFile,
      (name) =>
        name.startsWith('../') ||
        (/^(\.\/|#)/.test(name) && !/\.(ts|tsx|js|css|json|woff2|txt|md)(\?\w+)?$/.test(name)),
    ),
    violations: [
      singleFile('src/web/a.ts', "import { b } from '../b.ts';"),
      singleFile('src/web/a.ts', "import { b } from './b';"),
    ],
  },
  {
    name: 'zod is imported as zod/mini',
    find: forbidImports(isProjectFile, (name) => name === 'zod' || /^zod\/(?!mini$)/.test(name)),
    violations: [singleFile('src/server/env.ts', "import * as z from 'zod';")],
  },
  {
    name: 'no folder has more than 25 source files of its own',
    find: checkFolders,
    violations: [
      Array.from({ length: MAX_FOLDER_FILES + 1 }, (_, index) => ({
        path: `src/server/a/${index}.ts`,
        text: '',
      })),
    ],
  },
  {
    name: 'files and folders follow the naming rules',
    find: perFile((path) => /^(src|test|tools|e2e|scripts)\//.test(path), checkName),
    violations: [
      singleFile('src/web/ui/Button.tsx', ''),
      singleFile('src/contract/index.ts', ''),
      singleFile('src/server/misc/a.ts', ''),
    ],
  },
  {
    name: `no file has more than ${MAX_LINES} lines`,
    find: perFile(isProjectFile, (file) => (lineCount(file) > MAX_LINES ? [`${lineCount(file)} lines`] : [])),
    violations: [singleFile('src/server/app.ts', '\n'.repeat(MAX_LINES + 1))],
  },
  {
    name: 'the median file and 90 % of all files are small',
    find: checkSizes,
    violations: [singleFile('src/server/app.ts', '\n'.repeat(P90_LINES + 1))],
  },
  {
    name: 'no any and no suppressed compiler errors',
    find: forbid(
      (path) => isProjectFile(path) && isCode(path),
      /^(?!\s*(\/?\*|\/\/)).*([:<,|]\s*any\b(?!\s*[:(])|\bas any\b)|@ts-(ignore|nocheck|expect-error)|eslint-disable/,
    ),
    violations: [
      singleFile('src/a.ts', 'const a: any = 1;'),
      singleFile('src/a.ts', '// @ts-ignore'),
      singleFile('src/a.ts', 'new Map<string, any>()'),
    ],
  },
  {
    name: 'no TODO comments',
    find: forbid(isProjectFile, /\b(TODO|FIXME|XXX|HACK)\b/),
    violations: [singleFile('src/server/app.ts', '// TODO')],
  },
  {
    name: 'no test is skipped or run exclusively',
    find: forbid(isTest, /\b(it|test|describe)(\.\w+)*\.(skip|only|todo|fixme|skipIf|runIf|fails)\b/),
    violations: [singleFile('e2e/booking.spec.ts', "test.only('books', () => {});")],
  },
  {
    name: 'tests that mock modules are named *.mock.test',
    find: forbid((path) => /\.test\.tsx?$/.test(path) && !path.includes('.mock.test.'), /\bvi\.mock\(/),
    violations: [singleFile('src/web/api/a.test.ts', "vi.mock('#web/api/b.ts');")],
  },
  {
    name: 'colors are defined only in styles/tokens.css',
    find: forbid(
      (path) => /^src\/web\/.*\.(css|tsx)$/.test(path) && path !== 'src/web/styles/tokens.css',
      RAW_COLOR,
    ),
    violations: [
      singleFile('src/web/ui/a.module.css', 'a { color: #fff; }'),
      singleFile('src/web/ui/a.module.css', 'a { color: white; }'),
    ],
  },
  {
    // The inline style of the server's own documents is written literally, because its hash is in the CSP.
    name: 'S-060 no string is interpreted as markup or code',
    find: forbid(
      (path) => path.startsWith('src/') && !isTest(path) && path !== 'src/server/http/plain-page.ts',
      /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|createContextualFragment|\bsrcDoc\b|document\.write|\beval\(|new Function\b|(?<![.\w])raw\(|javascript:|\bset(Timeout|Interval)\(\s*['"`]/,
    ),
    violations: [
      singleFile('src/web/a.tsx', '<p dangerouslySetInnerHTML={{ __html: text }} />'),
      singleFile('src/web/a.ts', 'element.innerHTML = text;'),
      singleFile('src/web/a.ts', 'document.write(text);'),
      singleFile('src/web/a.ts', "element.insertAdjacentHTML('beforeend', text);"),
      singleFile('src/server/a.ts', 'eval(text);'),
      singleFile('src/server/a.ts', "new Function('a', text);"),
      singleFile('src/server/a.ts', 'html`${raw(text)}`;'),
      singleFile('src/web/a.ts', "setTimeout('go()', 9);"),
    ],
  },
  {
    name: 'no file contains the host of a package registry',
    find: forbid(() => true, REGISTRIES),
    violations: [
      singleFile('package-lock.json', `"resolved": "https://${['registry', 'npmjs'].join('.')}.org/hono"`),
    ],
  },
  {
    name: 'the web validates with named schemas and does not reference the schemas of endpoints',
    find: forbid(
      (path) => path.startsWith('src/web/') && !isTest(path),
      /[eE]ndpoints?\.(\w+\.)?(params|query|body|response)\b|\.(params|query|body|response)\.(safeParse|parse|check|shape)\b|Resolver\(\w+\.(params|query|body)\b/,
    ),
    violations: [
      singleFile('src/web/questions/a.ts', 'const rule = adminQuestionEndpoints.createAnswer.body;'),
      singleFile('src/web/questions/b.ts', 'createAnswer.body.safeParse(draft);'),
      singleFile('src/web/questions/c.ts', 'useForm({ resolver: zodResolver(createAnswer.body) });'),
    ],
  },
  {
    name: 'environment variables are read only in env.ts',
    find: forbid(
      (path) => path.startsWith('src/') && !isTest(path) && path !== 'src/server/env.ts',
      /\bprocess\.env\b/,
    ),
    violations: [singleFile('src/server/app.ts', 'const port = process.env.PORT;')],
  },
  {
    name: '.env.example lists exactly the settings that exist',
    find: checkSettings,
    violations: [
      [
        ...singleFile('src/server/settings.ts', "port: setting('PORT', wholeNumber(3000)),"),
        ...singleFile('.env.example', '#HOST=127.0.0.1\n'),
      ],
    ],
  },
  {
    name: 'migrations are numbered without gaps',
    find: checkMigrations,
    violations: [
      [...singleFile('db/migrations/0001-a.sql', ''), ...singleFile('db/migrations/0003-b.sql', '')],
    ],
  },
  {
    name: 'retired names are not used',
    find: (files) => [
      ...forbid(isInProject, new RegExp(`\\b(?:${RETIRED_NAMES})\\b`))(files),
      ...files.filter(({ path }) => isInProject(path) && RETIRED_FILES.test(path)).map(({ path }) => path),
    ],
    violations: [
      singleFile('src/server/a.ts', 'const hangPhoto = () => undefined;'),
      singleFile('src/server/http/kept-answer.ts', ''),
    ],
  },
];
