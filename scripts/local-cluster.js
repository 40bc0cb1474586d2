import { ensureBuild } from './ensure-build.js';
// Runs two servers, PostgreSQL, an S3 store and nginx on this machine. `PORT=8080 npm run cluster`; Ctrl-C stops all of them.
import { ensurePrograms } from './system-packages.js';
import { startS3Gateway } from './testing/s3-gateway.js';

await ensureBuild();
const { runnerImport } = await import('vite');
await ensurePrograms('서버 여러 대 실행', { nginx: 'nginx' });

const print = (line) => console.log(line);
const { ADMIN_LOGIN_ID = 'studio', ADMIN_PASSWORD = 'studio-2026' } = process.env;
const { module } = await runnerImport('./test/servers/local-cluster.ts');
const { stop: closeStore, ...store } = await startS3Gateway();
const cluster = await module.startLocalCluster({
  port: Number(process.env.PORT || 8080),
  store,
  env: { ADMIN_LOGIN_ID, ADMIN_PASSWORD, SAMPLE_CONTENT: 'true', LOG_LEVEL: 'warn' },
  say: print,
});
print(`\n서버 둘 앞의 nginx: ${cluster.url}`);
print(`관리자 ${ADMIN_LOGIN_ID} / ${ADMIN_PASSWORD}`);
print('서버 하나를 kill -9으로 종료해 보세요. 모두 종료하려면 Ctrl-C를 누르세요.');

let isStopping = false;
const stop = async () => {
  if (isStopping) return;
  isStopping = true;
  await cluster.stop();
  await closeStore();
  process.exit(0);
};
process.on('SIGINT', () => void stop()).on('SIGTERM', () => void stop());
