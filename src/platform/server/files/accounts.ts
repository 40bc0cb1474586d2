import { execFileSync } from 'node:child_process';
import { statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

export interface Account {
  /** The login name, or the number of the account if `id` finds no name, as in a container. */
  readonly name: string;
  /** The name of its primary group; the number of the account if it has no name. */
  readonly group: string;
  readonly isNamed: boolean;
  /** The numbers of all its groups; none without a name. */
  readonly groups: readonly number[];
}

export const findAccount = (uid: number): Account => {
  try {
    const line = execFileSync('id', [String(uid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const [, name, group, groups] = /^uid=\d+\(([^()]+)\) gid=\d+\(([^()]+)\) groups=(.*)/.exec(line) ?? [];
    if (name !== undefined && group !== undefined && groups !== undefined)
      return { name, group, isNamed: true, groups: groups.split(',').map((entry) => Number.parseInt(entry)) };
  } catch {
    // There is no such account, or no such command.
  }
  return { name: String(uid), group: String(uid), isNamed: false, groups: [] };
};

export const findOwnAccount = (): Account => findAccount(process.getuid?.() ?? 0);

/** Null when `stat` fails, for example for a missing file or one in a folder that may not be entered. */
export const statOrNull = (path: string): Stats | null => {
  try {
    return statSync(path);
  } catch {
    return null;
  }
};

/** The account that owns a path, or the nearest folder above it that can be seen. */
export const findOwner = (path: string): Account => {
  const stats = statOrNull(path);
  return stats === null && path !== dirname(path) ? findOwner(dirname(path)) : findAccount(stats?.uid ?? 0);
};

/** Whether a system call failed for want of permission. */
export const isDenied = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
