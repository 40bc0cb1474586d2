import { existsSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '#contract/errors.ts';
import { groupDigits } from '#contract/group-digits.ts';
import { openDatabase } from '#server/db/connection.ts';
import type { Database } from '#server/db/connection.ts';
import { isMigrated } from '#server/db/migrate.ts';
import { SettingsError } from '#server/env.ts';
import type { Env } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import { findFaults } from '#server/photos/find-faults.ts';
import type { PhotoFaults } from '#server/photos/find-faults.ts';
import { isSuspicious, repairPhotos } from '#server/photos/repair-photos.ts';
import type { Command, CommandInput } from './command.ts';
import { parseOrNull } from './command.ts';
import { openStorage } from './open-studio.ts';

interface CheckOptions {
  readonly repair: boolean;
  /** Repairs even what looks like the wrong store or database. */
  readonly anyway: boolean;
}

const MOST_LINES = 50;
const USAGE = 'npm run photos:check -- [--repair [--anyway]]';

type Say = CommandInput['say'];

const sayKind = (say: Say, kind: string, keys: readonly string[]): void => {
  for (const key of keys.slice(0, MOST_LINES)) say(`  ${kind} ${key}`);
  if (keys.length > MOST_LINES) say(`  ${kind} … 외 ${groupDigits(keys.length - MOST_LINES)}개`);
};

const sayFaults = (say: Say, faults: PhotoFaults): void => {
  const { missing, strangers, corrupt, hidden, healed, young } = faults;
  say(`사진 ${groupDigits(faults.photos)}장, 파일 ${groupDigits(faults.files)}개를 확인했습니다.`);
  say(
    `찾을 수 없는 파일 ${groupDigits(missing.length)}개, 등록되지 않은 파일 ${groupDigits(strangers.length)}개, 손상된 파일 ${groupDigits(corrupt.length)}개`,
  );
  sayKind(say, '없음', missing);
  sayKind(say, '미등록', strangers);
  sayKind(say, '손상', corrupt);
  if (hidden.length > 0) say(`이미 숨긴 사진 ${groupDigits(hidden.length)}장은 아직 손상된 상태입니다.`);
  if (healed.length > 0) say(`숨긴 사진 ${groupDigits(healed.length)}장은 정상으로 복구되었습니다.`);
  if (young > 0) say(`업로드 중일 수 있는 새 파일 ${groupDigits(young)}개는 확인에서 제외했습니다.`);
};

/** A mistyped folder must not be taken for a site without photos. */
const requireSite = ({ databaseUrl, dataDir }: Env): void => {
  const folder = path.resolve(dataDir, 'db');
  if (databaseUrl !== undefined || existsSync(path.join(folder, 'PG_VERSION'))) return;
  throw new SettingsError(`데이터베이스가 없습니다. DATA_DIR가 이 사이트의 것인지 확인해 주세요: ${folder}`);
};

const requireMigrated = async (database: Database): Promise<void> => {
  if (await isMigrated(database)) return;
  throw new SettingsError(
    '데이터베이스가 이 버전과 맞지 않습니다. DATABASE_URL과 DATA_DIR를 확인하고, 맞다면 서버를 한 번 시작한 뒤 다시 실행해 주세요.',
  );
};

const checkAndRepair = async (
  { readEnv, clock, say }: CommandInput,
  { repair, anyway }: CheckOptions,
): Promise<boolean> => {
  const env = readEnv();
  const log = createLog(env.logLevel);
  requireSite(env);
  const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, log });
  try {
    await requireMigrated(database);
    const storage = await openStorage(env);
    const deps = { db: database.db, storage, clock };
    const began = clock.now();
    const faults = await findFaults(deps);
    sayFaults(say, faults);
    const found = faults.missing.length + faults.strangers.length + faults.corrupt.length;
    if (!repair) return found + faults.healed.length === 0;
    if (isSuspicious(faults) && !anyway) {
      say(
        '복구하지 않았습니다. 대부분의 파일이 일치하지 않으니 DATA_DIR, DATABASE_URL, S3 설정이 이 사이트의 것인지 확인해 주세요.',
      );
      say('그래도 복구하려면: npm run photos:check -- --repair --anyway');
      return false;
    }
    const { removed } = await repairPhotos(deps, faults, began);
    say(
      `사진 ${groupDigits(faults.broken.length)}장을 숨기고 ${groupDigits(faults.healed.length)}장을 다시 표시했으며, 등록되지 않은 파일 ${groupDigits(removed)}개를 삭제했습니다.`,
    );
    return true;
  } finally {
    await database.close();
  }
};

const readArguments = (args: readonly string[]): CheckOptions | null => {
  const options = {
    repair: { type: 'boolean', default: false },
    anyway: { type: 'boolean', default: false },
  } as const;
  return parseOrNull({ args: [...args], options })?.values ?? null;
};

/** `npm run photos:check`: 0 when all is well or was repaired. */
export const photosCheckCommand: Command = async (input) => {
  const options = readArguments(input.args);
  if (options === null) {
    input.say(USAGE);
    return 1;
  }
  try {
    return (await checkAndRepair(input, options)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new SettingsError('사진 저장소가 응답하지 않습니다.');
  }
};
