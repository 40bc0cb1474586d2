import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  checkIntegrity,
  type IntegrityReport,
  isSuspicious,
  repairPhotos,
} from '#core/files/server/storage/check-integrity.ts';
import { AppError } from '#platform/contract/errors.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isMigrated } from '#platform/server/db/migrate.ts';
import { openDatabase } from '#platform/server/db/open-database.ts';
import type { Env } from '#platform/server/env.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { type Command, type CommandInput, parseOrNull } from './command.ts';
import { closeAfter, openStorage } from './open-database.ts';

const MAX_LINES = 50;
export const PHOTOS_CHECK_USAGE = `사진 파일이 데이터베이스와 맞는지 확인합니다.

  npm run photos:check
  npm run photos:check -- --repair           없거나 손상된 사진을 숨기고, 남은 파일을 삭제합니다.
  npm run photos:check -- --repair --force   문제가 많아도 복구합니다.`;

type Say = CommandInput['print'];

const printKind = (say: Say, kind: string, keys: readonly string[]): void => {
  for (const key of keys.slice(0, MAX_LINES)) say(`  ${kind} ${key}`);
  if (keys.length > MAX_LINES) say(`  ${kind} … 외 ${formatNumber(keys.length - MAX_LINES)}개`);
};

const printReport = (say: Say, failures: IntegrityReport): void => {
  const { missing, orphans, corrupt, hidden, recovered, tooRecent } = failures;
  say(`사진 ${formatNumber(failures.photos)}장, 파일 ${formatNumber(failures.files)}개를 확인했습니다.`);
  say(
    `찾을 수 없는 파일 ${formatNumber(missing.length)}개, 등록되지 않은 파일 ${formatNumber(orphans.length)}개, 손상된 파일 ${formatNumber(corrupt.length)}개`,
  );
  printKind(say, '없음', missing);
  printKind(say, '미등록', orphans);
  printKind(say, '손상', corrupt);
  if (hidden.length > 0) say(`이미 숨긴 사진 ${formatNumber(hidden.length)}장은 아직 손상된 상태입니다.`);
  if (recovered.length > 0) say(`숨긴 사진 ${formatNumber(recovered.length)}장은 정상으로 복구되었습니다.`);
  if (tooRecent > 0) say(`업로드 중일 수 있는 새 파일 ${formatNumber(tooRecent)}개는 확인에서 제외했습니다.`);
};

/** Rejects a data folder without its embedded database: a mistyped path must not look like a site without photos. */
const assertSite = ({ databaseUrl, dataDir }: Env): void => {
  const folder = path.resolve(dataDir, 'db');
  if (databaseUrl !== undefined || existsSync(path.join(folder, 'PG_VERSION'))) return;
  throw new OperatorError(`데이터베이스가 없습니다. DATA_DIR가 이 사이트의 것인지 확인해 주세요: ${folder}`);
};

const assertMigrated = async (database: Database): Promise<void> => {
  if (await isMigrated(database)) return;
  throw new OperatorError(
    '데이터베이스가 이 버전과 맞지 않습니다. DATABASE_URL과 DATA_DIR를 확인하고, 맞다면 서버를 한 번 시작한 뒤 다시 실행해 주세요.',
  );
};

const checkAndRepair = async (
  { readEnv, print }: CommandInput,
  { repair, force }: { readonly repair: boolean; readonly force: boolean },
): Promise<boolean> => {
  const env = readEnv();
  const log = createLog(env.logLevel);
  assertSite(env);
  return closeAfter(await openDatabase({ ...env, log }), async (database) => {
    await assertMigrated(database);
    const storage = await openStorage(env);
    const deps = { db: database.db, storage, clock: database.clock };
    const began = deps.clock.now();
    const failures = await checkIntegrity(deps);
    printReport(print, failures);
    const found = failures.missing.length + failures.orphans.length + failures.corrupt.length;
    if (!repair) return found + failures.recovered.length === 0;
    if (isSuspicious(failures) && !force) {
      print(
        '복구하지 않았습니다. 대부분의 파일이 일치하지 않으니 DATA_DIR, DATABASE_URL, S3 설정이 이 사이트의 것인지 확인해 주세요.',
      );
      print('그래도 복구하려면: npm run photos:check -- --repair --force');
      return false;
    }
    const { removed } = await repairPhotos(deps, failures, began);
    print(
      `사진 ${formatNumber(failures.broken.length)}장을 숨기고 ${formatNumber(failures.recovered.length)}장을 다시 표시했으며, 등록되지 않은 파일 ${formatNumber(removed)}개를 삭제했습니다.`,
    );
    return true;
  });
};

/**
 * `npm run photos:check`: exits with 0 after a repair, or when it finds neither a fault nor a photo to show again. Photos that an earlier
 * repair has hidden and that are still broken do not count.
 */
export const photosCheckCommand: Command = async (input) => {
  const flag = { type: 'boolean', default: false } as const;
  const read = parseOrNull({ args: [...input.args], options: { repair: flag, force: flag } });
  if (read === null) return null;
  try {
    return (await checkAndRepair(input, read.values)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new OperatorError('사진 저장소가 응답하지 않습니다.');
  }
};
