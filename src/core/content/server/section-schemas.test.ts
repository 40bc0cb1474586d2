import { expect, it } from 'vitest';
import { sections } from '#app/server/features.ts';
import { createTestApp } from '#test/test-app.ts';
import { readSection } from './read-sections.ts';

type Path = readonly (string | number)[];

/** Values that at most one kind of field accepts. */
const wrongValues: Readonly<Record<string, unknown>> = {
  missing: undefined,
  null: null,
  empty: '',
  blanks: ' \n ',
  long: '가'.repeat(20_001),
  control: 'a\u0000b',
  number: 1_000_000_000,
  negative: -1,
  boolean: true,
  list: ['', ''],
};

const pathsOf = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  // All items of a list have the same fields.
  const entries = Array.isArray(value) ? [...value.slice(0, 1).entries()] : Object.entries(value);
  return [
    ...(path.length === 0 ? [] : [path]),
    ...entries.flatMap(([key, inner]) => pathsOf(inner, [...path, key])),
  ];
};

const withValue = (body: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value;
  const copy = (Array.isArray(body) ? [...(body as unknown[])] : { ...(body as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
};

const app = await createTestApp();

// A body that is saved today is accepted tomorrow, and one that is refused gets the same messages at the same fields.
it.each(sections)('the section $definition.name accepts and refuses these values', async ({ definition }) => {
  const body = await readSection(app.db, definition);
  const { name, schema } = definition;
  expect(schema.parse(body)).toEqual(body);
  const results = pathsOf(body).map((path) => {
    const kindsByMessage: Record<string, string> = {};
    for (const [kind, value] of Object.entries(wrongValues)) {
      const { error } = schema.safeParse(withValue(body, path, value));
      const issues = error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [
        'accepted',
      ];
      const message = issues.join(' | ');
      kindsByMessage[message] = [kindsByMessage[message], kind].filter((one) => one !== undefined).join(', ');
    }
    return [path.join('.'), kindsByMessage];
  });
  await expect(`${JSON.stringify(Object.fromEntries(results), null, 2)}\n`).toMatchFileSnapshot(
    `section-schemas/${name}.json`,
  );
});
