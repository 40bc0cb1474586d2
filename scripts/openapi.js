// Writes docs/openapi.json from the contract. A test fails when the two differ.
import { writeFile } from 'node:fs/promises';
import { runnerImport } from 'vite';

const { module } = await runnerImport('./src/app/server/openapi.ts');
const document = module.buildOpenApi();
await writeFile('docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`);
