import { runCli } from '#app/server/operations/run-cli.ts';

process.exitCode = await runCli(process.argv.slice(2));
