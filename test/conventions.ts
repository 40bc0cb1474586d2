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

const singleFile = (path: string, text: string): readonly SourceFile[] => [{ path, text }];

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
  const known = namesIn(files, 'src/platform/server/settings.ts', /\bsetting\(\s*'([A-Z][A-Z0-9_]+)'/g);
  const documented = namesIn(files, '.env.example', /^#?([A-Z][A-Z0-9_]+)=/gm);
  return [
    ...(known.size === 0 ? ['src/platform/server/settings.ts declares no setting'] : []),
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
    name: 'files and folders follow the naming rules',
    find: perFile((path) => /^(src|test|tools|e2e|scripts)\//.test(path), checkName),
    violations: [
      singleFile('src/platform/web/ui/Button.tsx', ''),
      singleFile('src/platform/contract/index.ts', ''),
      singleFile('src/core/misc/server/a.ts', ''),
    ],
  },
  {
    name: `no file has more than ${MAX_LINES} lines`,
    find: perFile(isProjectFile, (file) => (lineCount(file) > MAX_LINES ? [`${lineCount(file)} lines`] : [])),
    violations: [singleFile('src/app/server/app.ts', '\n'.repeat(MAX_LINES + 1))],
  },
  {
    name: 'tests that mock modules are named *.mock.test',
    find: forbid((path) => /\.test\.tsx?$/.test(path) && !path.includes('.mock.test.'), /\bvi\.mock\(/),
    violations: [singleFile('src/core/auth/web/a.test.ts', "vi.mock('./b.ts');")],
  },
  {
    name: 'colors are defined only in styles/tokens.css',
    find: forbid(
      (path) => /^src\/.*\.(css|tsx)$/.test(path) && path !== 'src/platform/web/styles/tokens.css',
      RAW_COLOR,
    ),
    violations: [
      singleFile('src/platform/web/ui/a.module.css', 'a { color: #fff; }'),
      singleFile('src/platform/web/ui/a.module.css', 'a { color: white; }'),
    ],
  },
  {
    // The inline style of the server's own documents is written literally, because its hash is in the CSP.
    name: 'S-060 no string is interpreted as markup or code',
    find: forbid(
      (path) => path.startsWith('src/') && !isTest(path) && path !== 'src/platform/server/http/plain-page.ts',
      /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|createContextualFragment|\bsrcDoc\b|document\.write|\beval\(|new Function\b|(?<![.\w])raw\(|javascript:|\bset(Timeout|Interval)\(\s*['"`]/,
    ),
    violations: [
      singleFile('src/app/web/a.tsx', '<p dangerouslySetInnerHTML={{ __html: text }} />'),
      singleFile('src/app/web/a.ts', 'element.innerHTML = text;'),
      singleFile('src/app/web/a.ts', 'document.write(text);'),
      singleFile('src/app/web/a.ts', "element.insertAdjacentHTML('beforeend', text);"),
      singleFile('src/app/server/a.ts', 'eval(text);'),
      singleFile('src/app/server/a.ts', "new Function('a', text);"),
      singleFile('src/app/server/a.ts', 'html`${raw(text)}`;'),
      singleFile('src/app/web/a.ts', "setTimeout('go()', 9);"),
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
      (path) => /^src\/.*\/web\//.test(path) && !isTest(path),
      /[eE]ndpoints?\.(\w+\.)?(params|query|body|response)\b|\.(params|query|body|response)\.(safeParse|parse|check|shape)\b|Resolver\(\w+\.(params|query|body)\b/,
    ),
    violations: [
      singleFile('src/features/questions/web/a.ts', 'const rule = adminQuestionEndpoints.createAnswer.body;'),
      singleFile('src/features/questions/web/b.ts', 'createAnswer.body.safeParse(draft);'),
      singleFile('src/features/questions/web/c.ts', 'useForm({ resolver: zodResolver(createAnswer.body) });'),
    ],
  },
  {
    name: 'environment variables are read only in env.ts',
    find: forbid(
      (path) => path.startsWith('src/') && !isTest(path) && path !== 'src/platform/server/env.ts',
      /\bprocess\.env\b/,
    ),
    violations: [singleFile('src/app/server/app.ts', 'const port = process.env.PORT;')],
  },
  {
    name: '.env.example lists exactly the settings that exist',
    find: checkSettings,
    violations: [
      [
        ...singleFile('src/platform/server/settings.ts', "port: setting('PORT', wholeNumber(3000)),"),
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
