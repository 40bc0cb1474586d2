import { parseSync } from 'vite';

/** A piece of a program: its `type` and whatever belongs to it. */
export type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

export const asNodes = (value: unknown): Node[] => [value].flat().filter(isNode);

export const childrenOf = (node: Node): Node[] => Object.values(node).flatMap(asNodes);

/** The node and everything in it. */
export const walk = (node: Node): Node[] => {
  const found = [node];
  // Grows as it goes: what is in the node, and what is in that.
  for (const one of found) found.push(...childrenOf(one));
  return found;
};

export const isNamed = (node: Node | undefined, ...names: readonly string[]): boolean =>
  node?.type === 'Identifier' && names.includes(String(node.name));

/** What a string says, `{}` for what is known only when it runs, and what a pattern says without its marks. */
export const textOf = (node: Node): string | undefined => {
  if (node.type === 'TemplateLiteral')
    return asNodes(node.quasis)
      .map(({ value }) => (value as { readonly cooked: string }).cooked)
      .join('{}');
  if (node.type !== 'Literal') return undefined;
  if (typeof node.value === 'string') return node.value;
  const { pattern } = (node.regex ?? {}) as { readonly pattern?: string };
  return pattern?.replaceAll(/\\(.)/g, '$1');
};

/** The statements of a file; comments are not among them. */
export const parseFile = (path: string, text: string): Node[] => {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return asNodes(program.body);
};
