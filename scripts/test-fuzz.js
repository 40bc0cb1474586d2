// Hostile requests made from the contract, on both databases: 20,000 on each. `npm run test:fuzz -- <requests> <seed>`
import { checkNode, installPackages } from './install.js';
import { root } from './run.js';

checkNode();
process.chdir(root);
await installPackages();
const [{ runVitest }, { finish }] = await Promise.all([import('./suites.js'), import('./reports.js')]);

const [requests = '20000', seed = '20261121'] = process.argv.slice(2);
process.env.FUZZ_REQUESTS = requests;
process.env.FUZZ_SEED = seed;
console.log(`요청 ${requests}개씩, 씨앗 ${seed}`);
finish(await runVitest('--project', 'embedded', '--project', 'postgres', 'test/fuzz'));
