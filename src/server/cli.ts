import { text } from 'node:stream/consumers';
import { describeStartError } from './describe-start-error.ts';
import { loadEnv } from './env.ts';
import { adminCommand } from '#server/operations/admin-command.ts';
import { backupCommand } from '#server/operations/backup/backup-command.ts';
import type { Command } from '#server/operations/command.ts';
import { doctorCommand } from '#server/operations/doctor/doctor-command.ts';
import { photosCheckCommand } from '#server/operations/photos-check-command.ts';
import { restoreCommand } from '#server/operations/backup/restore-command.ts';
import { systemClock } from '#server/ports/clock.ts';

const commands: Readonly<Record<string, Command>> = {
  admin: adminCommand,
  backup: backupCommand,
  restore: restoreCommand,
  doctor: doctorCommand,
  'photos:check': photosCheckCommand,
};

/** Runs an operator command, such as `admin list`, and resolves to the exit code. */
export const runCli = async ([name = '', ...args]: readonly string[]): Promise<number> => {
  try {
    const command = commands[name];
    if (command === undefined) throw new Error(`unknown command ${name}`);
    return await command({
      args,
      readEnv: loadEnv,
      settingsFile: '.env',
      clock: systemClock,
      readInput: () => text(process.stdin),
      print: (line) => void process.stdout.write(`${line}\n`),
    });
  } catch (error) {
    process.stderr.write(`${describeStartError(error)}\n`);
    return 1;
  }
};
