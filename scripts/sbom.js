// Writes the CycloneDX bill of materials of the production packages. `npm sbom` omits packages that a development package also
// needs.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson, root } from './run.js';

// Development packages whose files the build sends to browsers.
const SHIPPED = new Set(['@fontsource/gowun-batang', 'pretendard']);
const FILE = 'sbom.cdx.json';

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const hashOf = (integrity) => {
  const [algorithm, content] = integrity.split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') };
};

const licenceOf = (licence) =>
  /[ ()]/.test(licence) ? { expression: licence } : { license: { id: licence } };

const componentOf = (name, { version, integrity, license, optional }) => ({
  'bom-ref': `${name}@${version}`,
  type: 'library',
  name,
  version,
  scope: optional === true ? 'optional' : 'required',
  purl: purlOf(name, version),
  ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
  ...(license === undefined ? {} : { licenses: [licenceOf(license)] }),
});

export const buildBom = ({ name, version }, packages) => {
  const components = new Map();
  for (const [packagePath, entry] of Object.entries(packages)) {
    const own = packagePath.slice(packagePath.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (packagePath === '' || (entry.dev === true && !SHIPPED.has(own))) continue;
    const component = componentOf(own, entry);
    components.set(component['bom-ref'], component);
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        'bom-ref': `${name}@${version}`,
        type: 'application',
        name,
        version,
        purl: purlOf(name, version),
      },
    },
    components: [...components.values()],
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bom = buildBom(readJson('package.json'), readJson('package-lock.json').packages);
  writeFileSync(path.join(root, FILE), `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`${FILE}에 구성 요소 ${bom.components.length}개를 기록했습니다.`);
}
