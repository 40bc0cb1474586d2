import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '#test/conventions.ts';
import { readTests } from './read-tests.ts';
import type { NamedTest } from './read-tests.ts';

const root = join(import.meta.dirname, '../..');
const CODE = /\.tsx?$/;
const TEST = /^e2e\/.*\.spec\.ts$|^(src|test)\/.*\.test\.tsx?$/;

/** Of the product's own code the tests alone are read. */
const isRead = (path: string): boolean => CODE.test(path) && (TEST.test(path) || !path.startsWith('src/'));

const readFolder = (folder: string): SourceFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter(isRead)
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Every test of the project that a runner would run. */
export const readProjectTests = (): NamedTest[] =>
  readTests(['e2e', 'src', 'test'].flatMap(readFolder), (path) => TEST.test(path));
