import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadAuthSecret } from '#platform/server/crypto/auth-secret.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Env } from '#platform/server/env.ts';
import { openErasureLedger } from '#platform/server/erasure-ledger.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { noMailer, noSms } from '#platform/server/ports/no-messages.ts';
import { createConnections } from '../../connections/create-connections.ts';
import { hooks } from '../../features.ts';
import { parseOrNull, type Command, type CommandInput } from '../command.ts';
import { closeAfter, openStorage, openUnmigrated } from '../open-database.ts';
import { SECRET, verifyBackup, writeFileDurably, type Manifest } from './backup-format.ts';
import { downloadFromBucket, openBackupBucket } from './bucket-copies.ts';
import { secretFingerprint } from './create-backup.ts';
import { reapplyErasures, readErasedIds } from './reapply-erasures.ts';
import { findVersion, restoreDatabase } from './restore-database.ts';
import { assertNoForeignPhotos, restorePhotos } from './restore-photos.ts';

export const RESTORE_USAGE = `백업을 비어 있는 DATA_DIR와 데이터베이스에 복원합니다.

  npm run restore -- <백업 폴더> [--erased <파일>]… [--move]
  npm run restore -- --bucket <백업 이름> [--erased <파일>]… [--move]

  --bucket  백업을 BACKUP_S3_…의 버킷에서 DATA_DIR에 내려받아 복원하고, 내려받은 것은 삭제합니다.
  --erased  백업 이후에 탈퇴한 회원을 다시 삭제합니다. 기존 서버의 erasures.jsonl이나 백업 이후의 서버 로그를 지정해 주세요.
            이 설정의 ERASURE_LEDGER(비우면 DATA_DIR/erasures.jsonl)가 있으면 지정하지 않아도 함께 읽습니다.
  --move    백업 이후 변경된 내용이 없을 때 사용합니다. 로그인 세션과 발송할 문자를 그대로 유지합니다.`;

const parseArguments = (args: readonly string[]) => {
  const options = {
    erased: { type: 'string', multiple: true },
    move: { type: 'boolean', default: false },
    bucket: { type: 'string' },
  } as const;
  const parsed = parseOrNull({ args: [...args], options, allowPositionals: true });
  if (parsed === null) return null;
  const { bucket, ...values } = parsed.values;
  const [name, ...others] = bucket === undefined ? parsed.positionals : [bucket, ...parsed.positionals];
  if (name === undefined || others.length > 0) return null;
  return { name, isInBucket: bucket !== undefined, ...values };
};

/** Runs `work` with the folder of the backup. Downloads one in the bucket into the data folder and deletes the download afterwards. */
const withBackupFolder = async <T>(
  env: Env,
  { name, isInBucket }: { readonly name: string; readonly isInBucket: boolean },
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  if (!isInBucket) return work(resolve(name));
  const bucket = await openBackupBucket(env.backup?.bucket ?? null);
  if (bucket === null)
    throw new OperatorError('설정 BACKUP_S3_BUCKET: 버킷에서 복원하려면 BACKUP_S3_…를 모두 지정해야 합니다.');
  const folder = join(env.dataDir, 'backup-from-bucket');
  try {
    await rm(folder, { recursive: true, force: true });
    await downloadFromBucket(bucket, name, folder);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The secret file of the backup if it has to be written; null otherwise. Throws an `OperatorError` when there is a different one. */
const findSecret = async (folder: string, env: Env): Promise<string | null> => {
  if (env.authSecret !== undefined) return null;
  const kept = await readFile(join(folder, SECRET), 'utf8').catch(() => null);
  const there = await readFile(join(env.dataDir, SECRET), 'utf8').catch(() => null);
  if (there === null || kept === null) return kept;
  if (there === kept) return null;
  throw new OperatorError(
    `다른 비밀 키가 이미 있습니다: ${join(env.dataDir, SECRET)}\nDATA_DIR를 새 폴더로 지정해 주세요.`,
  );
};

const findLedgers = ({ erasureLedger }: Env, named: readonly string[] = []): string[] => [
  ...named.map((file) => resolve(file)),
  ...(existsSync(erasureLedger) ? [erasureLedger] : []),
];

/** Opens the target database. The template has the newest schema, so it is used only if the backup's is the newest as well. */
const openTarget = async (env: Env, manifest: Manifest): Promise<Database> => {
  // Checked first, so that a backup of an unknown version creates no database.
  const { isNewest } = await findVersion(manifest);
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  return openUnmigrated(env, createLog('warn'), isNewest ? undefined : '');
};

const eraseDeps = (
  env: Env,
  { db }: Database,
  { clock, print }: Pick<CommandInput, 'clock' | 'print'>,
  own: Pick<Deps, 'authSecret' | 'storage'>,
): Deps => ({
  ...own,
  db,
  clock,
  connections: createConnections(env, { ...own, db, clock, print, log: createLog('warn') }).connections,
  sms: noSms,
  mailer: noMailer,
  oauth: {},
  erasures: openErasureLedger(env.erasureLedger),
  log: createLog('warn'),
  hooks,
  env,
});

/** Restores a backup into the empty database and the photo storage of this environment. */
export const restoreBackup = async (
  folder: string,
  env: Env,
  { erased, move }: { readonly erased?: readonly string[] | undefined; readonly move: boolean },
  input: Pick<CommandInput, 'clock' | 'print'>,
): Promise<void> => {
  const { print } = input;
  const ledgers = findLedgers(env, erased);
  const leavers = await readErasedIds(ledgers);
  const { manifest, sums } = await verifyBackup(folder);
  print(`백업 파일이 모두 정상입니다. (${manifest.createdAt})`);
  const secretFile = await findSecret(folder, env);
  await closeAfter(await openTarget(env, manifest), async (database) => {
    const storage = await openStorage(env);
    await assertNoForeignPhotos(storage, sums);
    const now = input.clock.now();
    const photoCount = await restorePhotos(storage, folder, sums);
    await restoreDatabase(database, folder, manifest, { now, isMove: move });
    if (secretFile !== null) await writeFileDurably(join(env.dataDir, SECRET), secretFile);
    const authSecret = await loadAuthSecret(env.authSecret, env.dataDir);
    print(`데이터베이스와 사진 파일 ${photoCount}개를 복원하고 백업과 같은지 확인했습니다.`);
    if (secretFingerprint(authSecret) !== manifest.secretMark)
      print(
        '백업할 때와 AUTH_SECRET이 다릅니다. 같은 값으로 지정해야 소셜 로그인 연결을 해제할 수 있습니다.',
      );
    const again = await reapplyErasures(eraseDeps(env, database, input, { authSecret, storage }), leavers);
    if (ledgers.length > 0) print(`백업 이후에 탈퇴한 회원 ${again.erased}명을 다시 삭제했습니다.`);
    else if (!move)
      print(
        '백업 이후에 탈퇴한 회원이 있다면 그 회원의 정보도 복원되었습니다. --erased로 다시 삭제해 주세요. (docs/guide/operations.md)',
      );
    if (again.callerReservations > 0)
      print(`백업 이후에 삭제한 고객의 정보를 예약 ${again.callerReservations}건에서 다시 삭제했습니다.`);
    if (again.kept > 0) print('마지막 관리자는 삭제하지 않았습니다. 다른 관리자를 만든 뒤 탈퇴해 주세요.');
  });
};

export const restoreCommand: Command = async (input) => {
  const read = parseArguments(input.args);
  if (read === null) return null;
  const env = input.readEnv();
  await withBackupFolder(env, read, (folder) => restoreBackup(folder, env, read, input));
  return 0;
};
