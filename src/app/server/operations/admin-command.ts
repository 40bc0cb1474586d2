import { randomInt } from 'node:crypto';
import { userInfo } from 'node:os';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import {
  createAdmin,
  listAdmins,
  parseField,
  resetAdminPassword,
  revokeAdminRole,
} from '#features/members/server/admins.ts';
import { createSetupLink } from '#features/members/server/setup/setup-links.ts';
import { loginId as loginIdField, newPassword, memberName } from '#platform/contract/fields.ts';
import { formatTimestamp } from '#platform/contract/seoul-time.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/env.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { confirmClock } from '../purge/retention-clock.ts';
import { parseOrNull, type Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { askServerForJson, type OperatorRoute } from './operator-socket.ts';

/** Represents the operator, who is not a member, in the audit log. */
export const CLI_ACTOR_ID = '00000000-0000-4000-8000-000000000001';

const readAccount = (): string => {
  try {
    return userInfo().username;
  } catch {
    // In a container a user may have no name, only an id.
    return String(process.getuid?.() ?? 'unknown');
  }
};

const cliAuditContext = (now: Date, account: string): AuditContext => ({
  member: { id: CLI_ACTOR_ID, loginId: null },
  caller: { ip: `local:${account}` },
  now,
});

// Excludes letters and digits that are easily confused; 16 characters give 79 bits.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;

export const generateTemporaryPassword = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export const ADMIN_USAGE = `관리자를 만들고 관리합니다.

  npm run admin -- create <아이디> [--name <이름>] [--stdin]   관리자를 만듭니다.
  npm run admin -- list                                        관리자와 마지막 로그인 일시를 표시합니다.
  npm run admin -- disable <아이디>                            권한을 회수하고 모든 기기에서 로그아웃시킵니다.
  npm run admin -- reset <아이디> [--stdin]                    새 비밀번호를 설정하고 모든 기기에서 로그아웃시킵니다.
  npm run admin -- setup-link                                  첫 관리자를 브라우저에서 만드는 링크를 표시합니다.
  npm run admin -- confirm-clock                               시계가 정확함을 확인하고, 보류된 개인정보 삭제를 다시 시작합니다.

비밀번호는 자동으로 만들어 한 번만 표시합니다. --stdin을 붙이면 표준 입력의 첫 줄을 사용합니다.`;

interface AdminOptions {
  readonly loginId: string;
  readonly name: string;
  /** Standard input; null without `--stdin`. */
  readonly typed: string | null;
}

const choosePassword = ({ typed }: AdminOptions): { password: string; lines: string[] } => {
  if (typed !== null) return { password: parseField(newPassword, typed.split(/\r?\n/)[0] ?? ''), lines: [] };
  const password = generateTemporaryPassword();
  return {
    password,
    lines: [`비밀번호: ${password}`, '다시 표시하지 않습니다. 로그인한 뒤 다른 비밀번호로 변경해 주세요.'],
  };
};

const noAdmin = (loginId: string): OperatorError => new OperatorError(`관리자가 아닙니다: ${loginId}`);

type Action = (
  database: Pick<Database, 'db' | 'clock'>,
  options: AdminOptions,
  by: AuditContext,
  env: Env,
) => Promise<string[]>;

const create: Action = async ({ db }, options, by) => {
  const { password, lines } = choosePassword(options);
  const { loginId, name } = options;
  if (!(await createAdmin(db, { loginId, name, password }, by)))
    throw new OperatorError(`이미 있는 아이디입니다: ${loginId}`);
  return [`관리자를 만들었습니다: ${loginId}`, ...lines];
};

const showSetupLink: Action = async ({ db }, _, { now }, env) => {
  const link = await createSetupLink({ db, clock: { now: () => now }, env });
  if (link === null)
    throw new OperatorError(
      '관리자가 이미 있습니다. npm run admin -- create <아이디>로 더 만들 수 있습니다.',
    );
  return ['관리자 계정 만들기 (30분 안에 한 번만 사용할 수 있습니다):', link];
};

const list: Action = async ({ db }, _, by) => {
  const admins = await listAdmins(db, by);
  if (admins.length === 0) return ['관리자가 없습니다. npm run admin -- create <아이디>'];
  return admins.map(({ loginId, createdAt, lastLogin }) => {
    const login = lastLogin === null ? '최근 3개월 동안 없음' : formatTimestamp(lastLogin);
    return `${loginId ?? '(소셜 로그인)'}  마지막 로그인 ${login}  생성 일시 ${formatTimestamp(createdAt)}`;
  });
};

const disable: Action = async ({ db }, { loginId }, by) => {
  const outcome = await revokeAdminRole(db, { loginId }, by);
  if (outcome === 'none') throw noAdmin(loginId);
  if (outcome === 'last')
    throw new OperatorError('마지막 관리자의 권한은 회수할 수 없습니다. 다른 관리자를 먼저 만들어 주세요.');
  return [
    `관리자 권한을 회수하고 로그아웃시켰습니다: ${loginId}`,
    '이 관리자가 캘린더 구독 주소를 알고 있었다면 일정 관리에서 새 주소로 변경해 주세요.',
  ];
};

const reset: Action = async ({ db }, options, by) => {
  const { password, lines } = choosePassword(options);
  const { loginId } = options;
  if (!(await resetAdminPassword(db, { loginId, password }, by))) throw noAdmin(loginId);
  return [`새 비밀번호를 설정하고 모든 기기에서 로그아웃시켰습니다: ${loginId}`, ...lines];
};

const confirm: Action = async ({ db }, _, by) => {
  await confirmClock(db, by);
  return [
    `지금이 ${formatTimestamp(by.now)}(서울)임을 확인했습니다. 보관 기한이 지난 정보는 서버가 다음에 시작할 때나 04:00에 삭제합니다.`,
  ];
};

const actions: Readonly<Record<string, Action>> = {
  create,
  list,
  disable,
  reset,
  'setup-link': showSetupLink,
  'confirm-clock': confirm,
};
const WITHOUT_ID = ['list', 'setup-link', 'confirm-clock'];

const readArguments = (args: readonly string[]) => {
  const options = { name: { type: 'string', default: '관리자' }, stdin: { type: 'boolean' } } as const;
  const parsed = parseOrNull({ args: [...args], options, allowPositionals: true });
  const [verb = '', loginId = '', ...others] = parsed?.positionals ?? [];
  const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined;
  const isWhole = others.length === 0 && (loginId === '') === WITHOUT_ID.includes(verb);
  return parsed !== null && action !== undefined && isWhole ? { action, loginId, ...parsed.values } : null;
};

export const ADMIN_ROUTE = '/admin';

/** The arguments, the operator's account on the machine and, with `--stdin`, the standard input. */
const socketRequest = z.object({ args: z.array(z.string()), account: z.string(), typed: z.string() });
const socketResponse = z.object({ code: z.int(), lines: z.array(z.string()) });

type Open = <T>(work: (database: Pick<Database, 'db' | 'clock'>) => Promise<T>) => Promise<T>;

export const runAdmin = async (
  { args, account, typed }: z.infer<typeof socketRequest>,
  env: Env,
  open: Open,
): Promise<z.infer<typeof socketResponse>> => {
  const read = readArguments(args);
  if (read === null) return { code: 1, lines: [ADMIN_USAGE] };
  const options: AdminOptions = {
    loginId: read.loginId === '' ? '' : parseField(loginIdField, read.loginId),
    name: parseField(memberName, read.name),
    typed: read.stdin === true ? typed : null,
  };
  const lines = await open((database) =>
    read.action(database, options, cliAuditContext(database.clock.now(), account), env),
  );
  return { code: 0, lines };
};

/** Runs the command in the server, which alone can open its embedded database. */
export const createAdminRoute =
  (database: Pick<Database, 'db' | 'clock'>, env: Env): OperatorRoute =>
  async (request, response) => {
    const asked = z.parse(socketRequest, await json(request));
    response.end(JSON.stringify(await runAdmin(asked, env, (work) => work(database))));
  };

/** `npm run admin`. A running server with an embedded database usually runs it, because no other process can open that database. */
export const adminCommand: Command = async ({ args, readEnv, readInput, print }) => {
  const read = readArguments(args);
  if (read === null) return null;
  const env = readEnv();
  const account = readAccount();
  const typed = read.stdin === true ? await readInput() : '';
  const request = { args: [...args], account, typed };
  const { code, lines } =
    (await askServerForJson(env, ADMIN_ROUTE, socketResponse, JSON.stringify(request))) ??
    (await runAdmin(request, env, (work) => withDatabase(env, work)));
  for (const line of lines) print(line);
  return code;
};
