import { spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { loadEnv, type Env } from '#platform/server/env.ts';
import { assertAccess, assertOwner, becomeOwner } from '#platform/server/files/data-folder-owner.ts';
import { systemClock } from '#platform/server/ports/clock.ts';
import { ADMIN_USAGE, adminCommand } from './admin-command.ts';
import { BACKUP_USAGE, backupCommand } from './backup/backup-command.ts';
import { RESTORE_USAGE, restoreCommand } from './backup/restore-command.ts';
import type { Command } from './command.ts';
import { describeStartError } from './describe-start-error.ts';
import { DOCTOR_USAGE, doctorCommand } from './doctor/doctor-command.ts';
import { PHOTOS_CHECK_USAGE, photosCheckCommand } from './photos-check-command.ts';

/** The line that runs a command: `npm run backup -- /mnt/backup/monday`. */
const formatCommand = (name: string, args: readonly string[]): string => {
  const quoted = args.map((arg) =>
    /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`,
  );
  return ['npm run', name, ...(quoted.length > 0 ? ['--'] : []), ...quoted].join(' ');
};

const commands: Readonly<Record<string, { readonly run: Command; readonly usage: string }>> = {
  admin: { run: adminCommand, usage: ADMIN_USAGE },
  backup: { run: backupCommand, usage: BACKUP_USAGE },
  restore: { run: restoreCommand, usage: RESTORE_USAGE },
  doctor: { run: doctorCommand, usage: DOCTOR_USAGE },
  'photos:check': { run: photosCheckCommand, usage: PHOTOS_CHECK_USAGE },
};

/** Runs this command as another account in a child process and then ends this process, unless the child cannot be started. */
const runAgain = (uid: number, gid: number): void => {
  const { status, error } = spawnSync(process.execPath, process.argv.slice(1), {
    uid,
    gid,
    stdio: 'inherit',
  });
  if (error === undefined) process.exit(status ?? 1);
};

/**
 * Reads the environment variables. Root continues as another account (`becomeOwner`), so that its commands leave no files of root in the
 * data folder. Throws when the account may not use that folder.
 */
const readEnvAsOwner = (command: string): Env => {
  const env = loadEnv();
  becomeOwner(env.dataDir, command, process, runAgain);
  assertOwner(env.dataDir, command);
  assertAccess(env.dataDir, command);
  return env;
};

/** Runs an operator command, such as `admin list`, and resolves to the exit code. */
export const runCli = async ([name = '', ...args]: readonly string[]): Promise<number> => {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', () => undefined);
  try {
    const command = commands[name];
    if (command === undefined) throw new Error(`unknown command ${name}`);
    if (args.includes('--help')) {
      print(command.usage);
      return 0;
    }
    const code = await command.run({
      args,
      readEnv: () => readEnvAsOwner(formatCommand(name, args)),
      envFile: '.env',
      clock: systemClock,
      readInput: () => text(process.stdin),
      print,
    });
    if (code === null) print(command.usage);
    return code ?? 1;
  } catch (error) {
    process.stderr.write(`${describeStartError(error)}\n`);
    return 1;
  }
};
