import { runStaticChecks } from './checks.js';
import { prepare } from './install.js';
import { finish } from './reports.js';
import { runVitest } from './suites.js';

await prepare();
finish(await runStaticChecks(), await runVitest('test/conventions.test.ts', 'test/spec-coverage.test.ts'));
