// Writes docs/spec-coverage.md from the names and tags of the tests. A test fails when the two differ.
import { writeFile } from 'node:fs/promises';
import { runnerImport } from 'vite';

const { module: project } = await runnerImport('./test/spec/project.ts');
const { module: spec } = await runnerImport('./test/spec/sections.ts');
const { module: coverage } = await runnerImport('./test/spec/coverage.ts');
const tests = project.readProjectTests();
const faults = coverage.findFaults(spec.sections, tests);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
await writeFile('docs/spec-coverage.md', coverage.describeCoverage(spec.sections, tests));
