import { text } from 'node:stream/consumers';
import { describeStartError } from './describe-start-error.ts';
import { loadEnv } from './env.ts';
import { adminCommand } from './operations/admin-command.ts';
import { backupCommand } from './operations/backup-command.ts';
import type { Command } from './operations/command.ts';
import { doctorCommand } from './operations/doctor-command.ts';
import { photosCheckCommand } from './operations/photos-check-command.ts';
import { restoreCommand } from './operations/restore-command.ts';
import { systemClock } from './ports/clock.ts';

const commands: Readonly<Record<string, Command>> = {
  admin: adminCommand,
  backup: backupCommand,
  restore: restoreCommand,
  doctor: doctorCommand,
  'photos:check': photosCheckCommand,
};

/** Runs what an operator asked for on the command line, `admin list`, and resolves to the exit code. */
export const operate = async ([name = '', ...args]: readonly string[]): Promise<number> => {
  try {
    const command = commands[name];
    if (command === undefined) throw new Error(`no command ${name}`);
    return await command({
      args,
      readEnv: loadEnv,
      settingsFile: '.env',
      clock: systemClock,
      readInput: () => text(process.stdin),
      say: (line) => void process.stdout.write(`${line}\n`),
    });
  } catch (error) {
    process.stderr.write(`${describeStartError(error)}\n`);
    return 1;
  }
};
