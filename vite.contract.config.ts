import { join } from 'node:path';
import { parseAst } from 'vite';
import type { Plugin } from 'vite';

// The contract as the browser loads it. A call is its method, path and access: what else is declared of it is the
// server's, and schemas are most of the code. What needs no schema is a module of its own, so that a page which only calls
// brings none.

const CONTRACT = join(import.meta.dirname, 'src/contract/');
/** What is added to the name of a module for its part without schemas. */
export const WORDS = '?words';
const CALLED_BY: readonly unknown[] = ['method', 'path', 'access'];

interface Part {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const partsOf = (value: unknown): Part[] => [value].flat().filter(isPart);

const listParts = (part: Part): Part[] => [
  part,
  ...Object.values(part).flatMap((value) => partsOf(value).flatMap(listParts)),
];

const parse = (code: string): Part => parseAst(code) as unknown as Part;

const nameOf = (part: unknown): string | undefined =>
  isPart(part) && typeof part['name'] === 'string' ? part['name'] : undefined;

/** `parts` of `code`, each put into other words. */
const rewrite = (code: string, parts: readonly Part[], write: (text: string, part: Part) => string): string =>
  parts
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, part) =>
        text.slice(0, part.start) + write(text.slice(part.start, part.end), part) + text.slice(part.end),
      code,
    );

const keepCalls = (code: string): string => {
  const calls = listParts(parse(code)).filter(
    ({ type, callee }) => type === 'CallExpression' && nameOf(callee) === 'endpoint',
  );
  return rewrite(code, calls, (_, { arguments: given }) => {
    const [declaration] = partsOf(given);
    const kept = partsOf(declaration?.['properties']).filter(({ key }) => CALLED_BY.includes(nameOf(key)));
    return `({ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} })`;
  });
};

/** What is named in it but as a property: `{ path: … }`, `z.string`. */
const listNames = (part: Part): string[] => {
  const own = nameOf(part);
  const isKey = (name: string): boolean =>
    part['computed'] !== true &&
    ((part.type === 'Property' && name === 'key') ||
      (part.type === 'MemberExpression' && name === 'property'));
  return [
    ...(own === undefined ? [] : [own]),
    ...Object.entries(part).flatMap(([name, value]) =>
      isKey(name) ? [] : partsOf(value).flatMap(listNames),
    ),
  ];
};

interface Statement {
  readonly text: string;
  readonly isImport: boolean;
  readonly isExport: boolean;
  readonly names: readonly string[];
  /** Everything that is named in it, its own names too. */
  readonly mentions: ReadonlySet<string>;
}

/** `.check()` of a schema looks as if it did something: it is said that it does not, so that what is not used goes. */
const markPure = (code: string, part: Part): string => {
  const values = partsOf(part['declarations'])
    .flatMap(({ init }) => partsOf(init))
    .filter((init) => init.type !== 'ArrowFunctionExpression')
    .filter((init) =>
      listParts(init).some(({ type }) => type === 'CallExpression' || type === 'NewExpression'),
    )
    .map((init) => ({ ...init, start: init.start - part.start, end: init.end - part.start }));
  return rewrite(code.slice(part.start, part.end), values, (text) => `/* @__PURE__ */ (() => (${text}))()`);
};

const readStatements = (code: string): Statement[] =>
  partsOf(parse(code)['body']).map((whole) => {
    const isExport = whole.type === 'ExportNamedDeclaration';
    const [part = whole] = isExport ? partsOf(whole['declaration']) : [whole];
    const declared = part.type === 'VariableDeclaration' ? partsOf(part['declarations']) : [part];
    return {
      text: markPure(code, part),
      isImport: part.type === 'ImportDeclaration',
      isExport,
      names: declared.flatMap(({ id }) => nameOf(id) ?? []),
      mentions: new Set(listNames(part)),
    };
  });

const importedBy = (code: string): readonly string[] =>
  partsOf(parse(code)['body'])
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap(({ specifiers }) => partsOf(specifiers).flatMap(({ local }) => nameOf(local) ?? []));

/** What stands by itself, and the rest, which may build on it. */
export const splitContract = (code: string, id: string): { words: string; rest: string } => {
  const calls = keepCalls(code);
  const statements = readStatements(calls);
  const tied = new Set(importedBy(calls));
  for (let size = -1; size !== tied.size;) {
    size = tied.size;
    for (const { names, mentions } of statements)
      if ([...mentions].some((name) => tied.has(name))) for (const name of names) tied.add(name);
  }
  const isWord = ({ isImport, names }: Statement): boolean =>
    !isImport && names.length > 0 && !names.some((name) => tied.has(name));
  const words = statements.filter(isWord);
  const rest = statements.filter((statement) => !isWord(statement));
  const exported = (list: readonly Statement[]): string =>
    list.flatMap(({ isExport, names }) => (isExport ? names : [])).join(', ');
  const named = words.flatMap(({ names }) => names);
  const from = JSON.stringify(id + WORDS);
  return {
    words: [...words.map(({ text }) => text), `export { ${named.join(', ')} };`].join('\n'),
    rest: [
      ...rest.filter(({ isImport }) => isImport).map(({ text }) => text),
      `import { ${named.join(', ')} } from ${from};`,
      `export { ${exported(words)} } from ${from};`,
      ...rest.filter(({ isImport }) => !isImport).map(({ text }) => text),
      `export { ${exported(rest)} };`,
    ].join('\n'),
  };
};

export const slimContract = (): Plugin => {
  const wordsOf = new Map<string, string>();
  return {
    name: 'slim-contract',
    apply: 'build',
    enforce: 'post',
    resolveId: (id) => (id.startsWith(CONTRACT) && id.endsWith(WORDS) ? id : null),
    load: (id) => {
      const words = wordsOf.get(id);
      return words === undefined ? null : { code: words, moduleSideEffects: false, moduleType: 'js' };
    },
    transform(code, id) {
      const isOurs = this.environment.name === 'client' && id.startsWith(CONTRACT) && id.endsWith('.ts');
      if (!isOurs) return null;
      const { words, rest } = splitContract(code, id);
      wordsOf.set(id + WORDS, words);
      return { code: rest, map: null, moduleSideEffects: false };
    },
  };
};
