import { runCli } from '#server/operations/run-cli.ts';

process.exitCode = await runCli(process.argv.slice(2));
