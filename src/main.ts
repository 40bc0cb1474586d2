import { describeStartError } from '#app/server/operations/describe-start-error.ts';

try {
  // Imported here, so that a missing package is explained as well.
  const { runServer } = await import('#app/server/operations/run-server.ts');
  await runServer();
} catch (error) {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
}
