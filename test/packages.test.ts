import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const scripts = join(import.meta.dirname, '../scripts');

interface Licences {
  isAllowed(expression: string): boolean;
  listLicences(packages: Record<string, { license?: string }>): { errors: string[] };
  compareDependencies(packages: { dependencies: Record<string, string> }, page: string): string[];
}
interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly { alg: string; content: string }[];
  readonly licenses: readonly unknown[];
}
interface Sbom {
  buildBom(
    of: { name: string; version: string },
    packages: Lock['packages'],
  ): { bomFormat: string; components: readonly Component[] };
}
interface Lock {
  readonly packages: Record<
    string,
    { integrity?: string; inBundle?: boolean; version?: string; dev?: boolean }
  >;
}
const readLock = async (): Promise<Lock> =>
  JSON.parse(await readFile(join(scripts, '../package-lock.json'), 'utf8')) as Lock;

const licences = (await import(join(scripts, 'licences.js'))) as Licences;
const { buildBom } = (await import(join(scripts, 'sbom.js'))) as Sbom;

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND OFL-1.1', true],
  ['MIT AND GPL-3.0', false],
  ['(GPL-2.0 OR (MIT AND AGPL-3.0))', false],
  ['AGPL-3.0-only', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN FILE', false],
])('the licence %s is allowed: %s', (expression, response) => {
  expect(licences.isAllowed(expression)).toBe(response);
});

it('a package of another licence, or of none, is named; the exception is for one library alone', () => {
  const { errors } = licences.listLicences({
    '': {},
    'node_modules/a': { license: 'MIT' },
    'node_modules/a/node_modules/b': { license: 'GPL-3.0' },
    'node_modules/nowhere': {},
    'node_modules/@img/sharp-libvips-linux-x64': { license: 'LGPL-3.0-or-later' },
    'node_modules/c': { license: 'LGPL-3.0-or-later' },
  });
  expect(errors.map((fault) => fault.split(':')[0])).toEqual(['b', 'nowhere', 'c']);
});

it('dependencies without a documented reason and reasons without a dependency are reported', () => {
  const page = '| `hono` | routes |\n| `gone` | nothing |\n';
  expect(licences.compareDependencies({ dependencies: { hono: '4', left: '1' } }, page)).toHaveLength(2);
});

it('S-099 every installed package is locked by an integrity hash', async () => {
  const lock = await readLock();
  const entries = Object.entries(lock.packages).filter(([place]) => place !== '');
  expect(entries.length).toBeGreaterThan(100);
  const loose = entries.filter(
    ([, { integrity = '', inBundle, version }]) =>
      inBundle !== true && (!integrity.startsWith('sha512-') || version === undefined),
  );
  expect(loose.map(([place]) => place)).toEqual([]);
});

it('S-099 the SBOM has every runtime package with its hash and no development tool', async () => {
  const { packages } = await readLock();
  const own = JSON.parse(await readFile(join(scripts, '../package.json'), 'utf8')) as {
    name: string;
    version: string;
    dependencies: Record<string, string>;
  };
  const bom = buildBom(own, packages);
  expect(bom.bomFormat).toBe('CycloneDX');
  const names = bom.components.map(({ name }) => name);
  // Direct dependencies, transitive ones, and platform-specific ones.
  expect(names).toEqual(
    expect.arrayContaining([...Object.keys(own.dependencies), 'pg-protocol', 'pretendard']),
  );
  expect(names.some((name) => name.startsWith('@img/sharp-win32'))).toBe(true);
  expect(names).not.toContain('vitest');
  const refs = bom.components.map(({ name, version }) => `${name}@${version}`);
  const running = Object.entries(packages).flatMap(([place, { dev, version = '' }]) =>
    place === '' || dev === true ? [] : [`${place.replace(/^.*node_modules\//, '')}@${version}`],
  );
  expect(refs).toEqual(expect.arrayContaining(running));
  expect(new Set(refs).size).toBe(refs.length);
  const hono = bom.components.find(({ name }) => name === '@hono/node-server');
  expect(hono?.purl).toBe(`pkg:npm/%40hono/node-server@${hono?.version}`);
  expect(hono?.hashes).toEqual([
    { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as string },
  ]);
  expect(hono?.licenses).toEqual([{ license: { id: 'MIT' } }]);
});
