import { posix } from 'node:path';
import type { SourceFile } from '#test/conventions.ts';
import { asNodes, childrenOf, isNamed, parseFile, textOf, walk } from './syntax.ts';
import type { Node } from './syntax.ts';

/** A test as it stands in its file. */
export interface NamedTest {
  readonly file: string;
  /** With the titles of what it stands in. */
  readonly title: string;
  readonly isInBrowser: boolean;
  /** The lines of the specification in its title and among its tags. */
  readonly ids: readonly string[];
  /** Every text that it uses: its own, and those of what it calls in its file and in files of steps. */
  readonly texts: ReadonlySet<string>;
}

const SPEC_ID = /@(?:\d|keys)-[a-z0-9-]+/g;

/** `test`, `it.each(rows)`, `test.describe`: what is called in the end, and by which name. */
const calleeOf = (call: Node): { readonly name: string; readonly isGroup: boolean } | undefined => {
  let [callee] = asNodes(call.callee);
  let isGroup = false;
  while (callee !== undefined && callee.type !== 'Identifier') {
    if (asNodes(callee.property).some((property) => isNamed(property, 'describe'))) isGroup = true;
    else if (callee.type === 'MemberExpression' && !isNamed(asNodes(callee.property)[0], 'each'))
      return undefined;
    [callee] = asNodes(callee.type === 'MemberExpression' ? callee.object : callee.callee);
  }
  if (!isNamed(callee, 'test', 'it', 'describe')) return undefined;
  return { name: String(callee?.name), isGroup: isGroup || isNamed(callee, 'describe') };
};

const tagsOf = (details: Node | undefined): string[] =>
  details?.type === 'ObjectExpression'
    ? asNodes(details.properties)
        .filter(({ key }) => isNamed(asNodes(key)[0], 'tag'))
        .flatMap(walk)
        .flatMap((node) => textOf(node) ?? [])
    : [];

/** What each name at the top of a file stands for: a piece of this file, or a name of another. */
type Names = Map<string, { readonly node: Node } | { readonly file: string; readonly name: string }>;

const readNames = (path: string, statements: readonly Node[]): Names => {
  const names: Names = new Map();
  for (const statement of statements.flatMap((node) => [node, ...asNodes(node.declaration)])) {
    if (statement.type === 'FunctionDeclaration')
      for (const { name } of asNodes(statement.id)) names.set(String(name), { node: statement });
    if (statement.type === 'VariableDeclaration')
      for (const node of asNodes(statement.declarations))
        for (const { name } of asNodes(node.id).flatMap(walk))
          if (typeof name === 'string') names.set(name, { node });
    const source =
      statement.type === 'ImportDeclaration' ? asNodes(statement.source).map(textOf)[0] : undefined;
    const file = source?.startsWith('#test/')
      ? source.replace('#', '')
      : source?.startsWith('./') && posix.join(posix.dirname(path), source);
    // Steps alone: the words of the product itself prove nothing.
    if (!file || file.startsWith('src/')) continue;
    for (const { local, imported } of asNodes(statement.specifiers))
      for (const { name } of asNodes(local))
        names.set(String(name), { file, name: String(asNodes(imported)[0]?.name ?? name) });
  }
  return names;
};

/** Reads the tests of `files` that stand in `isTest`; the others may hold steps. */
export const readTests = (files: readonly SourceFile[], isTest: (path: string) => boolean): NamedTest[] => {
  const parsed = new Map(files.map(({ path, text }) => [path, parseFile(path, text)]));
  const namesOf = new Map([...parsed].map(([path, statements]) => [path, readNames(path, statements)]));

  const gather = (path: string, nodes: readonly Node[], texts: Set<string>, seen: Set<unknown>): void => {
    for (const node of nodes.flatMap(walk)) {
      const text = textOf(node);
      if (text !== undefined) texts.add(text);
      let found = node.type === 'Identifier' ? namesOf.get(path)?.get(String(node.name)) : undefined;
      let home = path;
      if (found && 'file' in found) {
        home = found.file;
        found = namesOf.get(found.file)?.get(found.name);
      }
      if (found === undefined || !('node' in found) || seen.has(found.node)) continue;
      seen.add(found.node);
      gather(home, [found.node], texts, seen);
    }
  };

  const find = (
    path: string,
    node: Node,
    titles: readonly string[],
    around: readonly Node[],
  ): NamedTest[] => {
    const callee = node.type === 'CallExpression' ? calleeOf(node) : undefined;
    const [first, ...rest] = asNodes(node.arguments);
    const title = first && textOf(first);
    if (callee === undefined || title === undefined) {
      // What a loop goes through is the test's own as well.
      const rows = node.type === 'ForOfStatement' ? asNodes(node.right) : [];
      return childrenOf(node).flatMap((child) => find(path, child, titles, [...around, ...rows]));
    }
    const own = [...titles, title];
    if (callee.isGroup) return rest.flatMap((child) => find(path, child, own, around));
    const name = own.join(' ');
    const ids = [...new Set([...(name.match(SPEC_ID) ?? []), ...tagsOf(rest[0])])];
    const texts = new Set<string>();
    if (ids.length > 0)
      gather(path, [...around, ...asNodes(node.callee), ...rest.slice(-1)], texts, new Set());
    return [
      {
        file: path,
        title: name.replaceAll('{}', '…'),
        isInBrowser: path.startsWith('e2e/'),
        ids,
        texts,
      },
    ];
  };

  return [...parsed].flatMap(([path, statements]) =>
    isTest(path) ? statements.flatMap((statement) => find(path, statement, [], [])) : [],
  );
};
