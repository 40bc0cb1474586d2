import { accessSync, constants, readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { findAccount, findOwnAccount, findOwner, isDenied, statOrNull, type Account } from './accounts.ts';

/*
 * The account of the server must be able to read and write what it uses in the data folder. One file that another account left in the
 * embedded database can end the next start with a PANIC.
 */

const ROOT = 0;

/** The data folder belongs to another account, or this account may not read or write something in it. */
export class DataFolderError extends OperatorError {}

/** The identity of this process. Windows lacks the functions. */
type Identity = Pick<NodeJS.Process, 'getuid' | 'setgroups' | 'setgid' | 'setuid'>;

const ownedByOther = (dataDir: string, owner: Account, command: string): DataFolderError =>
  new DataFolderError(
    `데이터 폴더는 ${owner.name} 계정의 것입니다: ${dataDir}\n` +
      `그 계정으로 실행해 주세요: sudo -u ${owner.isNamed ? owner.name : `'#${owner.name}'`} ${command}`,
  );

/**
 * Makes root continue as the owner of the data folder, like `sudo -u`, or as the owner of `.env` while there is no folder. Where root may
 * not do so, as in a container without capabilities, throws a `DataFolderError` that says how to run `command`. Debian's Node.js does not
 * change its own account (CVE-2024-22017), but that of a child: `runAgain` may start one.
 */
export const becomeOwner = (
  dataDir: string,
  command: string,
  self: Identity = process,
  runAgain?: (uid: number, gid: number) => void,
): void => {
  const stats = statOrNull(dataDir) ?? statOrNull('.env');
  if (self.getuid?.() !== ROOT || stats === null || stats.uid === ROOT) return;
  const owner = findAccount(stats.uid);
  try {
    self.setgroups?.([stats.gid, ...owner.groups]);
    self.setgid?.(stats.gid);
    self.setuid?.(stats.uid);
  } catch {
    runAgain?.(stats.uid, stats.gid);
    throw ownedByOther(dataDir, owner, command);
  }
};

const hasFilesIn = (dataDir: string, uid: number): boolean => {
  try {
    return readdirSync(dataDir).some((name) => statOrNull(join(dataDir, name))?.uid === uid);
  } catch {
    return false;
  }
};

/**
 * Throws a `DataFolderError` when the data folder belongs to another account, except root, and has no files of this account. With files of
 * this account the folder may be a container's volume.
 */
export const assertOwner = (dataDir: string, command: string, self: Identity = process): void => {
  const [uid, stats] = [self.getuid?.(), statOrNull(dataDir)];
  if (uid === undefined || stats === null || stats.uid === uid || stats.uid === ROOT) return;
  if (!hasFilesIn(dataDir, uid)) throw ownedByOther(dataDir, findAccount(stats.uid), command);
};

const listFolder = (folder: string): Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // A running server may delete files meanwhile.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};

function* listBelow(folder: string): Generator<string> {
  for (const entry of listFolder(folder)) {
    const path = join(folder, entry.name);
    yield path;
    if (entry.isDirectory()) yield* listBelow(path);
  }
}

const FILES = ['auth-secret', 'erasures.jsonl', 'photos'];
const WHOLE_FOLDERS = ['db', 'outbox'];

/** Lists the paths that a start needs. Leaves out others, such as `lost+found`, and the single photos, because they are many. */
function* listNeeded(dataDir: string): Generator<string> {
  yield dataDir;
  for (const { name } of listFolder(dataDir)) {
    const isWhole = WHOLE_FOLDERS.includes(name);
    if (isWhole || FILES.includes(name) || name.startsWith('lock.')) yield join(dataDir, name);
    if (isWhole) yield* listBelow(join(dataDir, name));
  }
}

const isAccessible = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch (error) {
    // On Windows the original error is thrown, because `assertAccess` has no owner to name.
    if (isDenied(error) && process.getuid !== undefined) return false;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
    throw error;
  }
};

/**
 * Throws a `DataFolderError` that names the first needed path in the data folder that this account may not read or write. If
 * `assertOwner` refuses the folder itself, its error says as which account to run `command`.
 */
export const assertAccess = (dataDir: string, command: string): void => {
  for (const path of listNeeded(dataDir)) {
    if (isAccessible(path)) continue;
    if (path === dataDir) assertOwner(dataDir, command);
    const [own, owner, folderOwner] = [findOwnAccount(), findOwner(path), findOwner(dataDir)];
    const repair =
      owner.name === own.name
        ? `권한을 고쳐 주세요: chmod -R u+rwX ${dataDir}`
        : `root로 실행해 ${own.name} 계정에 돌려주세요: chown -R ${own.name}: ${dataDir}`;
    throw new DataFolderError(
      `데이터 폴더를 읽거나 쓸 수 없습니다: ${path} (소유자 ${owner.name})\n` +
        `데이터 폴더의 소유자는 ${folderOwner.name}, 실행한 계정은 ${own.name}입니다. ${repair}`,
    );
  }
};
