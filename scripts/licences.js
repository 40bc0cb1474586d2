// Checks the licences of all locked packages, and that docs/dependencies.md explains each direct one. `npm run licences`
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson, root } from './run.js';

// Licences that allow use, modification and distribution with proprietary software. The last two require publishing changes to
// their own files.
const ALLOWED = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 Python-2.0 Unlicense Zlib MPL-2.0 OFL-1.1'.split(
    ' ',
  ),
);
// Dynamically linked, so that users can replace the library, as the LGPL requires.
const EXCEPTIONS = [
  { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' },
  // Its LICENSE file is BSD-3-Clause; the old field is not an SPDX name.
  { name: /^parse-cache-control$/, licence: 'BSD' },
];

export const isAllowed = (expression, isPartAllowed = (part) => ALLOWED.has(part)) => {
  const text = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some((part) => isAllowed(part, isPartAllowed));
  return text.split(' AND ').every((part) => isPartAllowed(part.trim().replaceAll(/[()]/g, '')));
};

/** Old packages have no licence in the lock file. */
const licenceOf = (packagePath, { license }) => {
  if (typeof license === 'string') return license;
  try {
    const { license: own, licenses } = readJson(`${packagePath}/package.json`);
    return String(own ?? licenses?.map(({ type }) => type).join(' AND '));
  } catch {
    return 'unknown';
  }
};

export const listLicences = (packages) => {
  const byLicence = {};
  const errors = [];
  for (const [packagePath, entry] of Object.entries(packages)) {
    if (packagePath === '') continue;
    const name = packagePath.slice(packagePath.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = licenceOf(packagePath, entry);
    (byLicence[licence] ??= []).push(name);
    const isException = (part) =>
      EXCEPTIONS.some((exception) => exception.name.test(name) && exception.licence === part);
    if (!isAllowed(licence, (part) => ALLOWED.has(part) || isException(part)))
      errors.push(`${name}: ${licence} 라이선스는 허용한 목록에 없습니다.`);
  }
  return { byLicence, errors };
};

export const compareDependencies = ({ dependencies = {}, devDependencies = {} }, page) => {
  const used = Object.keys({ ...dependencies, ...devDependencies });
  const listed = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
  return [
    ...used
      .filter((name) => !listed.includes(name))
      .map((name) => `docs/dependencies.md에 없는 패키지입니다: ${name}`),
    ...listed
      .filter((name) => !used.includes(name))
      .map((name) => `docs/dependencies.md에 있지만 사용하지 않는 패키지입니다: ${name}`),
  ];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { byLicence, errors } = listLicences(readJson('package-lock.json').packages);
  const page = readFileSync(path.join(root, 'docs/dependencies.md'), 'utf8');
  const all = [...errors, ...compareDependencies(readJson('package.json'), page)];
  for (const [licence, names] of Object.entries(byLicence).toSorted(([, a], [, b]) => b.length - a.length))
    console.log(
      `${String(names.length).padStart(4)} ${licence}${names.length < 5 ? `: ${names.join(', ')}` : ''}`,
    );
  for (const error of all) console.error(`✗ ${error}`);
  if (all.length > 0) process.exitCode = 1;
}
