/** What no line of a file may contain, where the linter has no rule for it. */
export interface Convention {
  readonly name: string;
  readonly applies: (path: string) => boolean;
  readonly forbidden: RegExp;
  /** Lines that violate it, which prove that the check can fail. */
  readonly violations: readonly string[];
}

const isSource = (path: string): boolean => path.startsWith('src/') && !/\.test\.tsx?$/.test(path);
const isWeb = (path: string): boolean => isSource(path) && path.includes('/web/');

const COLOR_NAMES =
  'white|black|red|green|blue|gr[ae]y|orange|yellow|purple|pink|brown|silver|gold|navy|teal';
// With spaces for dots, so that this file does not contain them.
const REGISTRY_HOSTS = 'registry npmjs|registry yarnpkg|npm jsr|npmmirror com|npm pkg';

export const conventions: readonly Convention[] = [
  {
    name: 'colors are defined only in tokens.css',
    applies: (path) => isWeb(path) && /\.(css|tsx)$/.test(path) && !path.endsWith('/tokens.css'),
    forbidden: new RegExp(
      `(?<![&\\w(/"'])#[0-9a-fA-F]{3,8}\\b|\\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\\(|:[^;]*(?<![-\\w.])(${COLOR_NAMES})(?![-\\w(])[^;]*;`,
    ),
    violations: ['a { color: #fff; }', 'a { color: white; }'],
  },
  {
    // The inline style of the server's own documents is written literally, because its hash is in the CSP.
    name: 'S-060 no string is interpreted as markup or code',
    applies: (path) => isSource(path) && !path.endsWith('/plain-page.ts'),
    forbidden:
      /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|createContextualFragment|\bsrcDoc\b|document\.write|\beval\(|new Function\b|(?<![.\w])raw\(|javascript:|\bset(Timeout|Interval)\(\s*['"`]/,
    violations: [
      '<p dangerouslySetInnerHTML={{ __html: text }} />',
      'element.innerHTML = text;',
      'document.write(text);',
      'eval(text);',
      "new Function('a', text);",
      'html`${raw(text)}`;',
      "setTimeout('go()', 9);",
    ],
  },
  {
    name: 'no file contains the host of a package registry',
    applies: () => true,
    forbidden: new RegExp(REGISTRY_HOSTS.replaceAll(' ', '\\.')),
    violations: [`"resolved": "https://${['registry', 'npmjs'].join('.')}.org/hono"`],
  },
  {
    name: 'the web validates with named schemas and does not reference the schemas of endpoints',
    applies: isWeb,
    forbidden:
      /[eE]ndpoints?\.(\w+\.)?(params|query|body|response)\b|\.(params|query|body|response)\.(safeParse|parse|check|shape)\b|Resolver\(\w+\.(params|query|body)\b/,
    violations: [
      'const rule = adminQuestionEndpoints.createAnswer.body;',
      'createAnswer.body.safeParse(draft);',
      'useForm({ resolver: zodResolver(createAnswer.body) });',
    ],
  },
];
