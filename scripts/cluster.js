// Two servers, PostgreSQL, an S3 store and nginx on this machine, for trying. `PORT=8080 npm run cluster`; Ctrl-C ends all of it.
import { checkNode, installPackages } from './install.js';
import { root } from './run.js';

checkNode();
process.chdir(root);
await installPackages();
const [{ buildIfStale }, { ensurePrograms }, { startGateway }, { runnerImport }] = await Promise.all([
  import('./build.js'),
  import('./apt.js'),
  import('./s3-gateway.js'),
  import('vite'),
]);
if (!(await buildIfStale())) process.exit(1);
await ensurePrograms('서버 여러 대 실행', { nginx: 'nginx' });

const say = (line) => console.log(line);
const { ADMIN_LOGIN_ID = 'studio', ADMIN_PASSWORD = 'studio-2026' } = process.env;
const { module } = await runnerImport('./test/cluster.ts');
const { stop: closeStore, ...store } = await startGateway();
const cluster = await module.startCluster({
  port: Number(process.env.PORT || 8080),
  store,
  settings: { ADMIN_LOGIN_ID, ADMIN_PASSWORD, SAMPLE_CONTENT: 'true', LOG_LEVEL: 'warn' },
  say,
});
say(`\n서버 둘 앞의 nginx: ${cluster.url}`);
say(`관리자 ${ADMIN_LOGIN_ID} / ${ADMIN_PASSWORD}`);
say('서버 하나를 kill -9으로 종료해 보세요. 모두 종료하려면 Ctrl-C를 누르세요.');

let isStopping = false;
const stop = async () => {
  if (isStopping) return;
  isStopping = true;
  await cluster.stop();
  await closeStore();
  process.exit(0);
};
process.on('SIGINT', () => void stop()).on('SIGTERM', () => void stop());
