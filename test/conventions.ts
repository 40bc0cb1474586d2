export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Convention {
  readonly name: string;
  /** Returns one line per violation. */
  readonly find: (files: readonly SourceFile[]) => string[];
  /** Small file sets that each violate it, which proves that the check can fail. */
  readonly violations: readonly (readonly SourceFile[])[];
}

const isCode = (path: string): boolean => /\.(ts|tsx)$/.test(path);
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || !path.startsWith('src/');
const isProjectFile = (path: string): boolean => /^(src|test|tools|e2e|scripts|db)\//.test(path);
const lineCount = ({ text }: SourceFile): number => text.split('\n').length - 1;

const perFile =
  (applies: (path: string) => boolean, check: (file: SourceFile) => readonly string[]): Convention['find'] =>
  (files) =>
    files
      .filter(({ path }) => applies(path))
      .flatMap((file) => check(file).map((what) => `${file.path}: ${what}`));

const forbid = (applies: (path: string) => boolean, pattern: RegExp): Convention['find'] =>
  perFile(applies, ({ text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`line ${index + 1}: ${line.trim()}`] : [])),
  );

const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g)].flatMap(([, name]) => name ?? []);

const forbidImports = (
  applies: (path: string) => boolean,
  isForbidden: (name: string, path: string) => boolean,
) =>
  perFile(
    (path) => isCode(path) && applies(path),
    ({ path, text }) =>
      importsOf(text)
        .filter((name) => isForbidden(name, path))
        .map((name) => `imports ${name}`),
  );

const inLayer = (folder: string) => (path: string) => path.startsWith(`src/${folder}/`) && !isTest(path);
const singleFile = (path: string, text: string): readonly SourceFile[] => [{ path, text }];

const NOUNS = ['photos', 'auth', 'members', 'reservations', 'questions'];
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
  return violations;
};

const MAX_LINES = 400;

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
    name: 'zod is imported as zod/mini',
    find: forbidImports(isProjectFile, (name) => name === 'zod' || /^zod\/(?!mini$)/.test(name)),
    violations: [singleFile('src/server/env.ts', "import * as z from 'zod';")],
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
];
