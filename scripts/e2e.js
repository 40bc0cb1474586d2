import { ensureBuild } from './ensure-build.js';
import { printSummary } from './testing/test-reports.js';
import { runPlaywright } from './testing/test-runners.js';

await ensureBuild();
printSummary(await runPlaywright(...process.argv.slice(2)));
