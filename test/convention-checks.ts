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

export const isCode = (path: string): boolean => /\.(ts|tsx)$/.test(path);
export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || !path.startsWith('src/');
export const isProjectFile = (path: string): boolean => /^(src|test|tools|e2e|scripts|db)\//.test(path);
export const lineCount = ({ text }: SourceFile): number => text.split('\n').length - 1;

export const perFile =
  (applies: (path: string) => boolean, check: (file: SourceFile) => readonly string[]): Convention['find'] =>
  (files) =>
    files
      .filter(({ path }) => applies(path))
      .flatMap((file) => check(file).map((what) => `${file.path}: ${what}`));

export const forbid = (applies: (path: string) => boolean, pattern: RegExp): Convention['find'] =>
  perFile(applies, ({ text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`line ${index + 1}: ${line.trim()}`] : [])),
  );

export const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g)].flatMap(([, name]) => name ?? []);

export const forbidImports = (
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

export const inLayer = (folder: string) => (path: string) =>
  path.startsWith(`src/${folder}/`) && !isTest(path);
export const singleFile = (path: string, text: string): readonly SourceFile[] => [{ path, text }];
