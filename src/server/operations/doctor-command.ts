import { SettingsError } from '#server/env.ts';
import type { Env } from '#server/env.ts';
import type { Command, CommandInput } from './command.ts';
import { examineDatabase } from './examine-database.ts';
import {
  examineFolder,
  examineNode,
  examinePort,
  examineSecrets,
  examineStorage,
} from './examine-machine.ts';
import { examineSettings } from './examine-settings.ts';
import { bad, good } from './finding.ts';
import type { Finding } from './finding.ts';
import { openStorage } from './open-studio.ts';

const readSettings = (readEnv: () => Env): Env | Finding[] => {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message
      .split('\n')
      .map((line) => bad(line, '.env를 수정해 주세요. 설명은 .env.example에 있습니다.'));
  }
};

const examine = async ({ readEnv, settingsFile, clock }: CommandInput): Promise<Finding[]> => {
  const env = readSettings(readEnv);
  if (Array.isArray(env)) return [examineNode(), ...env];
  const storage = await openStorage(env);
  return [
    examineNode(),
    good('설정을 모두 읽었습니다'),
    ...examineSettings(env),
    ...(await examineFolder(env.dataDir)),
    ...(await examineSecrets(env, settingsFile)),
    ...(await examineDatabase(env, clock)),
    await examineStorage(storage),
    await examinePort(env),
  ];
};

/** `npm run doctor` */
export const doctorCommand: Command = async (input) => {
  const findings = await examine(input);
  for (const { isGood, what, advice } of findings) {
    input.say(`${isGood ? '✓' : '✗'} ${what}`);
    for (const line of advice?.split('\n') ?? []) input.say(`    ${line}`);
  }
  const faults = findings.filter(({ isGood }) => !isGood).length;
  input.say(
    faults === 0 ? '\n사이트를 공개할 준비가 되었습니다.' : `\n확인이 필요한 항목이 ${faults}개 있습니다.`,
  );
  return faults === 0 ? 0 : 1;
};
