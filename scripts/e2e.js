import { prepareBuild } from './prepare-build.js';
import { finish } from './reports.js';
import { runPlaywright } from './suites.js';

await prepareBuild();
finish(await runPlaywright(...process.argv.slice(2)));
