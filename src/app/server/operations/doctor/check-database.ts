import { eq, sql } from 'drizzle-orm';
import defaultContent from '#content/default-content.json' with { type: 'json' };
import { members } from '#core/auth/server/tables.ts';
import { DAY_MS } from '#platform/contract/durations.ts';
import { formatTimestamp } from '#platform/contract/seoul-time.ts';
import type { Database, Db, Tx } from '#platform/server/db/database.ts';
import { findAppliedMigrations } from '#platform/server/db/migrate.ts';
import { readMigrations } from '#platform/server/db/read-migrations.ts';
import type { Env } from '#platform/server/env.ts';
import { findFreeBytes } from '#platform/server/files/free-bytes.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { systemClock, type Clock } from '#platform/server/ports/clock.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { findRetentionClock, isAhead } from '../../purge/retention-clock.ts';
import { findClockDifferenceS } from '../monitoring/clock-difference.ts';
import { MIN_FREE_BYTES } from '../monitoring/write-probe.ts';
import { closeAfter, hasDatabase, openUnmigrated } from '../open-database.ts';
import { askServerForJson, type OperatorRoute } from '../operator-socket.ts';
import { checkResults, fail, pass, type CheckResult } from './check-result.ts';

const UP_TO_DATE = '테이블이 최신입니다';

const checkDurability = async (db: Tx): Promise<CheckResult> => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name
  `);
  return rows.length === 0
    ? pass('확정한 예약은 전원이 꺼져도 남습니다 (fsync, full_page_writes, synchronous_commit)')
    : fail(
        '전원이 꺼지면 예약이 유실될 수 있습니다',
        `켜 주세요: ${rows.map(({ name }) => name).join(', ')}`,
      );
};

/** Checks that the role may create schemas, tables and temporary tables. Migrations may create all of these. */
const checkRole = async (db: Tx): Promise<CheckResult | null> => {
  const { rows } = await db.execute<{ role: string; name: string; mayCreate: boolean }>(sql`
    select current_user as role, current_database() as name,
      has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create')
        and has_database_privilege(current_database(), 'temporary') as "mayCreate"
  `);
  const [found] = rows;
  if (found === undefined || found.mayCreate) return null;
  return fail(
    `데이터베이스 계정 ${found.role}은 테이블을 만들 권한이 없습니다`,
    `그 계정을 데이터베이스의 소유자로 바꿔 주세요: ALTER DATABASE ${found.name} OWNER TO ${found.role}`,
  );
};

const checkMigrations = async (db: Tx): Promise<CheckResult> => {
  const known = await readMigrations();
  const applied = await findAppliedMigrations(db);
  if (applied === null) return pass('테이블이 아직 없습니다', '서버가 처음 시작할 때 만듭니다.');
  const isStrange = applied.some(
    ({ version, checksum }) =>
      known.find((migration) => migration.version === version)?.checksum !== checksum,
  );
  if (isStrange)
    return fail(
      '테이블 구조가 이 프로그램과 다릅니다',
      '이 데이터베이스를 마지막으로 사용한 버전을 설치해 주세요.',
    );
  const waiting = known.length - applied.length;
  return waiting === 0
    ? pass(UP_TO_DATE)
    : pass(
        `적용할 마이그레이션이 ${waiting}개 있습니다`,
        '서버가 시작할 때 적용합니다. 그 전에 백업해 주세요.',
      );
};

const checkAdmins = async (db: Tx): Promise<CheckResult> => {
  const count = await db.$count(members, eq(members.role, 'ADMIN'));
  return count > 0
    ? pass(`관리자 ${count}명`)
    : fail('관리자가 없습니다', 'npm run admin -- create <아이디>');
};

const checkClock = (database: Clock, clock: Clock): CheckResult => {
  const seconds = findClockDifferenceS(database, clock);
  return seconds !== 0
    ? fail(
        `이 컴퓨터의 시계가 데이터베이스보다 ${Math.abs(seconds)}초 ${seconds > 0 ? '빠릅니다' : '느립니다'}`,
        '두 컴퓨터의 시각을 인터넷 시각(NTP)에 맞춰 주세요.',
      )
    : pass(
        `시계 ${formatTimestamp(clock.now())} (서울)`,
        '현재 시각과 다르면 인터넷 시각(NTP)에 맞춰 주세요.',
      );
};

const MAX_BEHIND_MS = 2 * DAY_MS;

const checkRetention = async (db: Db, clock: Clock): Promise<CheckResult | null> => {
  const known = await findRetentionClock(db);
  if (known === undefined) return null;
  if (known.trustedAt.getTime() - clock.now().getTime() > MAX_BEHIND_MS)
    return fail(
      `시계가 마지막 삭제(${formatTimestamp(known.trustedAt)})보다 뒤에 있습니다`,
      '시계를 인터넷 시각(NTP)에 맞춰 주세요. 그때까지 보관 기한이 지난 정보를 늦게 삭제합니다.',
    );
  if (!isAhead(known, clock.now())) return null;
  return fail(
    `마지막 삭제(${formatTimestamp(known.trustedAt)})보다 시계가 2주 넘게 앞서 있어 보관 기한이 지난 정보의 삭제를 보류하고 있습니다`,
    '시계를 확인해 주세요. 서버를 24시간 켜 두면 삭제를 시작합니다. 바로 삭제하려면 npm run admin -- confirm-clock',
  );
};

const checkStudio = async (db: Db): Promise<CheckResult | null> => {
  const { rows } = await db.execute<{ isSample: boolean }>(sql`
    select body->>'businessNumber' = ${defaultContent.identity.businessNumber} as "isSample"
    from studio_setting_versions where section = 'identity' order by version desc limit 1
  `);
  const [identity] = rows;
  if (identity === undefined) return null;
  return identity.isSample
    ? fail('스튜디오 정보가 예시 그대로입니다', '홈페이지의 관리 → 설정 → 기본 정보에서 입력해 주세요.')
    : pass('스튜디오 정보를 입력했습니다');
};

/** `machine` is the clock of this computer. */
export const checkOpenDatabase = async (
  { db, clock }: Pick<Database, 'db' | 'clock'>,
  machine: Clock,
): Promise<CheckResult[]> => {
  const migrations = await checkMigrations(db);
  // An older database may lack the tables.
  const isNewest = migrations.message === UP_TO_DATE;
  const admins = migrations.message.startsWith('테이블이 아직') ? null : await checkAdmins(db);
  const studio = isNewest ? await checkStudio(db) : null;
  const retention = isNewest ? await checkRetention(db, clock) : null;
  const role = await checkRole(db);
  return [
    await checkDurability(db),
    migrations,
    ...[role, admins, studio, retention].filter((result) => result !== null),
    checkClock(clock, machine),
  ];
};

export const CHECKS_ROUTE = '/checks';

/** Checks the embedded database of the running server, which alone can open it. */
export const createChecksRoute =
  (database: Pick<Database, 'db' | 'clock'>): OperatorRoute =>
  async (_, response) =>
    void response.end(JSON.stringify(await checkOpenDatabase(database, systemClock)));

export const checkDatabase = async (env: Env, clock: Clock): Promise<CheckResult[]> => {
  const isEmbedded = env.databaseUrl === undefined;
  if (!hasDatabase(env)) return [pass('데이터베이스가 아직 없습니다', '서버가 처음 시작할 때 만듭니다.')];
  try {
    const answer = await askServerForJson(env, CHECKS_ROUTE, checkResults);
    if (answer !== null) return answer;
    if (isEmbedded && (await findFreeBytes(env.dataDir)) < MIN_FREE_BYTES)
      return [
        fail(
          '디스크가 가득 차 데이터베이스를 점검하지 못했습니다',
          `공간을 확보한 뒤 다시 점검해 주세요: ${env.dataDir}`,
        ),
      ];
    return await closeAfter(await openUnmigrated(env, createLog('silent')), async (database) => [
      pass(isEmbedded ? '내장 데이터베이스를 열었습니다' : 'PostgreSQL에 연결했습니다'),
      ...(await checkOpenDatabase(database, clock)),
    ]);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [fail('데이터베이스를 열 수 없습니다', error.message)];
  }
};
