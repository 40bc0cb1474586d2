import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '#platform/server/env.ts';
import { DataFolderError } from '#platform/server/files/data-folder-owner.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { parseOrNull, type Command, type CommandInput } from '../command.ts';
import { openStorage } from '../open-database.ts';
import { programVersion } from '../program-version.ts';
import { checkBackups } from './check-backups.ts';
import { checkDatabase } from './check-database.ts';
import { checkEnv } from './check-env.ts';
import {
  checkErasureLedger,
  checkFolder,
  checkMetricsPort,
  checkNode,
  checkPort,
  checkSecrets,
  checkStorage,
} from './check-machine.ts';
import { fail, pass, type CheckResult } from './check-result.ts';
import { checkBackupBucket, checkMail, checkSmsKeys } from './check-services.ts';

const readEnvOrFindings = (readEnv: () => Env): Env | CheckResult[] => {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if (error instanceof DataFolderError) return [fail('데이터 폴더를 사용할 수 없습니다', error.message)];
    return error.message
      .split('\n')
      .map((line) => fail(line, '.env를 수정해 주세요. 설명은 .env.example에 있습니다.'));
  }
};

const program = pass(`사진관 ${programVersion}`);

const isBeforeFirstStart = ({ databaseUrl, dataDir }: Env): boolean =>
  databaseUrl === undefined && !existsSync(join(dataDir, 'db'));

const runChecks = async ({ readEnv, envFile, clock }: CommandInput): Promise<CheckResult[]> => {
  const env = readEnvOrFindings(readEnv);
  if (Array.isArray(env)) return [program, checkNode(), ...env];
  const storage = await openStorage(env);
  const results = [
    program,
    checkNode(),
    env.unknownNames.length === 0
      ? pass('설정을 모두 읽었습니다')
      : fail(
          `.env에 모르는 설정이 있습니다: ${env.unknownNames.join(', ')}`,
          '이름을 .env.example에서 확인해 고치거나 지워 주세요.',
        ),
    ...checkEnv(env),
    await checkSmsKeys(env, clock),
    await checkMail(env, clock),
    ...(await checkFolder(env.dataDir)),
    ...(await checkSecrets(env, envFile)),
    ...(await checkDatabase(env, clock)),
    await checkErasureLedger(env.erasureLedger),
    ...(await checkBackups(env.backup, storage, clock.now(), isBeforeFirstStart(env))),
    await checkBackupBucket(env),
    await checkStorage(storage),
    await checkPort(env),
    await checkMetricsPort(env.metricsPort),
  ];
  return results.filter((result) => result !== null);
};

export const DOCTOR_USAGE = `설정과 서버가 쓰는 것을 모두 점검합니다. 서버가 실행 중이어도 됩니다. 문제가 있으면 종료 코드가 1입니다.

  npm run doctor
  npm run --silent doctor -- --json   결과를 JSON으로 표시합니다: [{ isPassed, message, advice }]`;

const printResults = (results: readonly CheckResult[], print: CommandInput['print']): void => {
  for (const { isPassed, message, advice } of results) {
    print(`${isPassed ? '✓' : '✗'} ${message}`);
    for (const line of advice?.split('\n') ?? []) print(`    ${line}`);
  }
  const failures = results.filter(({ isPassed }) => !isPassed).length;
  print(
    failures === 0
      ? '\n사이트를 공개할 준비가 되었습니다.'
      : `\n확인이 필요한 항목이 ${failures}개 있습니다.`,
  );
};

export const doctorCommand: Command = async (input) => {
  const read = parseOrNull({ args: [...input.args], options: { json: { type: 'boolean' } } });
  if (read === null) {
    input.print(DOCTOR_USAGE);
    return 1;
  }
  const results = await runChecks(input);
  if (read.values.json === true) input.print(JSON.stringify(results, null, 2));
  else printResults(results, input.print);
  return results.every(({ isPassed }) => isPassed) ? 0 : 1;
};
