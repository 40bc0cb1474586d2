// What keeps photographs, tested on a real S3 store. `npm run test:s3 -- <part of a path>`
import { checkNode, installPackages } from './install.js';
import { root } from './run.js';

checkNode();
process.chdir(root);
await installPackages();
const [{ startGateway }, { runVitest }, { finish }] = await Promise.all([
  import('./s3-gateway.js'),
  import('./suites.js'),
  import('./reports.js'),
]);

// Whoever is told to stop leaves by the door: the gateway ends with this process's exit.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));

/** `TEST_S3_ENDPOINT` and its keys name a store that is there already. */
const openStore = async () => {
  if (process.env.TEST_S3_ENDPOINT !== undefined) return () => Promise.resolve();
  const { endpoint, region, accessKeyId, secretAccessKey, stop } = await startGateway();
  process.env.TEST_S3_ENDPOINT = endpoint;
  process.env.TEST_S3_REGION = region;
  process.env.TEST_S3_ACCESS_KEY_ID = accessKeyId;
  process.env.TEST_S3_SECRET_ACCESS_KEY = secretAccessKey;
  return stop;
};

const close = await openStore();
const counts = await runVitest('--project', 's3', ...process.argv.slice(2));
await close();
finish(counts);
