import type { Env } from '#platform/server/env.ts';
import { DataFolderError } from '#platform/server/files/data-folder-owner.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { parseOrNull, type Command, type CommandInput } from '../command.ts';
import { describeStartError } from '../describe-start-error.ts';
import { hasDatabase, openStorage } from '../open-database.ts';
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
import { checkConnectedServices } from './check-services.ts';

const readEnvOrFindings = (readEnv: () => Env): Env | CheckResult[] => {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof OperatorError))
      return [fail('설정을 읽을 수 없습니다', describeStartError(error))];
    if (error instanceof DataFolderError) return [fail('데이터 폴더를 사용할 수 없습니다', error.message)];
    return error.message
      .split('\n')
      .map((line) => fail(line, '.env를 수정해 주세요. 설명은 .env.example에 있습니다.'));
  }
};

const program = pass(`사진관 ${programVersion}`);

type Finding = CheckResult | null | readonly (CheckResult | null)[];

/** Runs one check. An error that it throws becomes its result, so that the other results are shown. */
const runCheck = async (what: string, check: () => Promise<Finding>): Promise<CheckResult[]> => {
  try {
    return [await check()].flat().filter((result) => result !== null);
  } catch (error) {
    return [fail(`점검하지 못했습니다: ${what}`, describeStartError(error))];
  }
};

const runChecks = async ({ readEnv, envFile, clock }: CommandInput): Promise<CheckResult[]> => {
  const env = readEnvOrFindings(readEnv);
  if (Array.isArray(env)) return [program, checkNode(), ...env];
  // Silent, because the results say what failed, and `--json` prints nothing else.
  const log = createLog('silent');
  const checks: Readonly<Record<string, () => Promise<Finding>>> = {
    연결: () => checkConnectedServices(env, clock),
    '데이터 폴더': () => checkFolder(env.dataDir),
    '비밀 파일': () => checkSecrets(env, envFile),
    데이터베이스: () => checkDatabase(env, clock),
    '탈퇴 기록': () => checkErasureLedger(env.erasureLedger),
    백업: async () => checkBackups(env.backup, await openStorage(env, log), clock.now(), !hasDatabase(env)),
    '사진 저장소': async () => checkStorage(await openStorage(env, log)),
    포트: () => checkPort(env),
    '지표 포트': () => checkMetricsPort(env.metricsPort),
  };
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
  ];
  for (const [what, check] of Object.entries(checks)) results.push(...(await runCheck(what, check)));
  return results;
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
  if (read === null) return null;
  const results = await runChecks(input);
  if (read.values.json === true) input.print(JSON.stringify(results, null, 2));
  else printResults(results, input.print);
  return results.every(({ isPassed }) => isPassed) ? 0 : 1;
};
