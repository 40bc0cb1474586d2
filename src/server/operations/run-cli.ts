import { text } from 'node:stream/consumers';
import { describeStartError } from '#server/describe-start-error.ts';
import { loadEnv } from '#server/env.ts';
import { systemClock } from '#server/ports/clock.ts';
import { adminCommand } from './admin-command.ts';
import { backupCommand } from './backup/backup-command.ts';
import { restoreCommand } from './backup/restore-command.ts';
import type { Command } from './command.ts';
import { doctorCommand } from './doctor/doctor-command.ts';
import { photosCheckCommand } from './photos-check-command.ts';

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
