import type { Env } from '#platform/server/env.ts';
import { DataFolderError } from '#platform/server/files/data-folder-owner.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import type { Command, CommandInput } from '../command.ts';
import { openStorage } from '../open-database.ts';
import { programVersion } from '../program-version.ts';
import { checkBackups } from './check-backups.ts';
import { checkDatabase } from './check-database.ts';
import { checkEnv } from './check-env.ts';
import { checkFolder, checkNode, checkPort, checkSecrets, checkStorage } from './check-machine.ts';
import { fail, pass, type CheckResult } from './check-result.ts';

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

const runChecks = async ({ readEnv, envFile, clock }: CommandInput): Promise<CheckResult[]> => {
  const env = readEnvOrFindings(readEnv);
  if (Array.isArray(env)) return [program, checkNode(), ...env];
  const storage = await openStorage(env);
  return [
    program,
    checkNode(),
    pass('설정을 모두 읽었습니다'),
    ...checkEnv(env),
    ...(await checkFolder(env.dataDir)),
    ...(await checkSecrets(env, envFile)),
    ...(await checkDatabase(env, clock)),
    ...(await checkBackups(env.backup, clock.now())),
    await checkStorage(storage),
    await checkPort(env),
  ];
};

export const doctorCommand: Command = async (input) => {
  const findings = await runChecks(input);
  for (const { isPassed, message, advice } of findings) {
    input.print(`${isPassed ? '✓' : '✗'} ${message}`);
    for (const line of advice?.split('\n') ?? []) input.print(`    ${line}`);
  }
  const failures = findings.filter(({ isPassed }) => !isPassed).length;
  input.print(
    failures === 0
      ? '\n사이트를 공개할 준비가 되었습니다.'
      : `\n확인이 필요한 항목이 ${failures}개 있습니다.`,
  );
  return failures === 0 ? 0 : 1;
};
