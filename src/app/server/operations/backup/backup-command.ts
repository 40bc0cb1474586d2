import { existsSync } from 'node:fs';
import { access, constants, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { loadAuthSecret } from '#platform/server/crypto/auth-secret.ts';
import type { Env } from '#platform/server/env.ts';
import { findOwnAccount, isDenied } from '#platform/server/files/accounts.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import type { Command } from '../command.ts';
import { nameFullDisk } from '../describe-start-error.ts';
import { hasDatabase, openStorage } from '../open-database.ts';
import { backupName, findLinkableBackup } from './backup-folder.ts';
import { SECRET, type Manifest } from './backup-format.ts';
import { createBackup, type BackupSource } from './create-backup.ts';
import { dumpFromCommand } from './dump-studio.ts';

export const BACKUP_USAGE = `데이터베이스와 사진, 비밀 키를 한 폴더에 백업합니다. 서버가 실행 중이어도 됩니다.

  npm run backup -- [폴더]        생략하면 자동 백업의 폴더(BACKUP_DIR, 비우면 DATA_DIR/backups)에 만듭니다.`;

/** The content of the secret file, which a backup contains; null when AUTH_SECRET is set. */
export const readSecretFile = (env: Env): Promise<string | null> =>
  env.authSecret === undefined ? readFile(join(env.dataDir, SECRET), 'utf8') : Promise.resolve(null);

/**
 * Creates the folder that will contain the backup. Throws an `OperatorError` with the commands to run instead when the folder is
 * there and this account may not write to it.
 */
const prepareParent = async (folder: string): Promise<void> => {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await access(parent, constants.W_OK).catch((error: unknown) => {
    if (!isDenied(error)) throw error;
    const [{ name, group }, own] = [findOwnAccount(), join(parent, 'sajingwan')];
    throw new OperatorError(
      `${name} 계정이 쓸 수 없는 폴더입니다: ${parent}\n` +
        `root로 폴더를 만들고: install -d -o ${name} -g ${group} -m 700 ${own}\n` +
        `그 안에 백업해 주세요: npm run backup -- ${join(own, basename(folder))}`,
    );
  });
};

const formatSummary = (folder: string, { database, photos }: Manifest): string[] => {
  const rows = Object.values(database.tables).reduce((sum, table) => sum + table.rows, 0);
  const megabytes = (photos.bytes / 1_000_000).toFixed(1);
  return [
    `백업했습니다: ${folder}`,
    `테이블 ${Object.keys(database.tables).length}개의 ${rows}행, 사진 파일 ${photos.count}개(${megabytes} MB)`,
    '고객 정보와 비밀 키가 들어 있습니다. 다른 안전한 장치에 보관하고, 설정 파일 .env도 따로 보관해 주세요.',
  ];
};

export const backupCommand: Command = async ({ args, readEnv, clock, print }) => {
  const [given, ...others] = args;
  if (others.length > 0 || given?.startsWith('-') === true) return null;
  const env = readEnv();
  const now = clock.now();
  if (!hasDatabase(env) || (env.authSecret === undefined && !existsSync(join(env.dataDir, SECRET))))
    throw new OperatorError(`백업할 데이터가 없습니다: ${env.dataDir}에서 서버를 시작한 적이 없습니다.`);
  const authSecret = await loadAuthSecret(env.authSecret, env.dataDir);
  const parent = env.backup?.folder ?? join(env.dataDir, 'backups');
  const folder = resolve(given ?? join(parent, backupName(now)));
  await prepareParent(folder);
  const source: BackupSource = {
    dump: dumpFromCommand(env),
    storage: await openStorage(env),
    authSecret,
    secretFile: await readSecretFile(env),
    now,
  };
  const earlier = await findLinkableBackup(dirname(folder), now);
  const manifest = await nameFullDisk(folder, createBackup(source, folder, earlier));
  for (const line of formatSummary(folder, manifest)) print(line);
  return 0;
};
