// Checks the backup named by the argument. A process of its own, because it opens a second database.
import { describeStartError } from '../describe-start-error.ts';
import { checkBackup } from './check-backup.ts';

const [, , folder = ''] = process.argv;
try {
  await checkBackup(folder);
} catch (error) {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exitCode = 1;
}
