import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import { rateLimitOf } from '#platform/contract/endpoint.ts';
import { rateLimits } from '#platform/contract/rate-limits.ts';
import { conventions } from './conventions.ts';

const ACCESS = ['public', 'optional', 'pending', 'member', 'admin'];
const root = join(import.meta.dirname, '..');
const TOP_FOLDERS = ['src', 'test', 'tools', 'e2e', 'scripts', 'db', 'deploy', 'docs', '.ci'];
const TEXT =
  /\.(ts|tsx|js|css|sql|json|md|yml|yaml|toml|conf|service|sh)$|^\.(env\.example|npmrc)$|^\.ci\/run$/;

const listFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((path) => statSync(join(root, path)).isFile());

const atTheTop = readdirSync(root);
const paths = [...atTheTop, ...TOP_FOLDERS.filter((folder) => atTheTop.includes(folder)).flatMap(listFiles)];

const files = paths
  .filter((path) => TEXT.test(path) && !path.startsWith('test/convention'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

it('the conventions test reads the whole project', () => {
  const found = files.map(({ path }) => path);
  expect(found).toEqual(expect.arrayContaining(['src/main.ts', 'src/app/web/routes.tsx', '.env.example']));
});

it.each(conventions)('$name', ({ applies, forbidden, violations }) => {
  const found = files
    .filter(({ path }) => applies(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (forbidden.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
  expect(violations.filter((line) => !forbidden.test(line))).toEqual([]);
});

it('no file or folder of the sources has a name that could hold anything', () => {
  const names = paths.filter((path) => /^(src|test|tools|e2e|scripts)\//.test(path));
  const isVague = (path: string): boolean =>
    /\/(index|utils?|helpers?|common|misc|shared|lib|stuff|manager)(\/|\.)/.test(path);
  expect(names.filter(isVague)).toEqual([]);
  expect(isVague('src/core/utils/a.ts') && isVague('src/core/index.ts')).toBe(true);
});

describe('endpoint declarations', () => {
  it('every endpoint declares its access and has a rate limit', () => {
    const silent = allEndpoints.filter(
      (endpoint) => !ACCESS.includes(endpoint.access) || !Object.hasOwn(rateLimits, rateLimitOf(endpoint)),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it('every endpoint is declared once', () => {
    const names = allEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('@6-admin-closed endpoints under /api/admin require the admin role', () => {
    const open = allEndpoints.filter(
      ({ path, access }) => path.startsWith('/api/admin/') && access !== 'admin',
    );
    expect(open.map(({ path }) => path)).toEqual([]);
  });
});
