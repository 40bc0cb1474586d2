import { findDatabaseError } from '#platform/server/db/database-errors.ts';
import { isDebugging } from '#platform/server/env.ts';
import { findOwnAccount, findOwner, isDenied, statOrNull } from '#platform/server/files/accounts.ts';
import { isDiskFull } from '#platform/server/files/free-bytes.ts';
import { OperatorError } from '#platform/server/operator-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: '디스크가 가득 찼습니다. 공간을 확보한 뒤 다시 시작해 주세요',
  EDQUOT: '디스크 할당량을 초과했습니다. 공간을 확보한 뒤 다시 시작해 주세요',
  EROFS: '읽기 전용 디스크입니다. DATA_DIR를 쓸 수 있는 폴더로 지정해 주세요',
};

/** The path of the file or socket on which a system call failed; undefined when the error has none. */
const findFailedPath = (error: Error): string | undefined => {
  const { dest, path, address, port, syscall } = error as NodeJS.ErrnoException & Record<string, unknown>;
  if (syscall === undefined) return undefined;
  return [dest, path, port === -1 ? address : undefined].find((candidate) => typeof candidate === 'string');
};

/** Says what to do and, except on Windows, names the owner of the file or, if it cannot be seen, of the nearest folder above it. */
const describeDenied = (file: string, syscall = ''): string => {
  if (process.getuid === undefined) return `${file}: 읽거나 쓸 권한이 없습니다. 폴더의 권한을 확인해 주세요.`;
  const [own, owner] = [findOwnAccount(), findOwner(file)];
  const reason = `${file}: ${own.name} 계정은 읽거나 쓸 권한이 없습니다. 소유자는 ${owner.name}입니다.`;
  if (syscall === 'mkdir')
    return `${reason} 폴더를 root로 만들어 주세요: install -d -o ${own.name} -g ${own.group} -m 700 ${file}`;
  return statOrNull(file)?.isFile() === true && owner.name !== own.name
    ? `${reason} 이 계정의 것으로 바꾸려면 root로 실행해 주세요: chown ${own.name}: ${file}`
    : `${reason} 폴더의 소유자와 권한을 확인해 주세요.`;
};

/** The embedded database throws this error number of WASI in an object that is not an `Error`. */
const WASI_ENOSPC = 51;

const isDiskFullInWasm = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errno' in error && error.errno === WASI_ENOSPC;

/** By the code of an error without a path: an SQLSTATE or a code of Node.js. */
const REASONS_WITHOUT_PATH: Readonly<Record<string, string>> = {
  ...REASONS,
  '42501':
    '데이터베이스 계정에 권한이 없습니다. 데이터베이스의 소유자로 바꿔 주세요: ALTER DATABASE <이름> OWNER TO <계정>',
  '53100':
    '데이터베이스의 디스크가 가득 찼습니다. 공간을 확보한 뒤 다시 실행해 주세요. 내장 데이터베이스의 디스크는 DATA_DIR입니다',
  ERR_MODULE_NOT_FOUND: '설치한 패키지가 없거나 빌드와 다릅니다. npm ci와 npm run build를 실행해 주세요',
};

/**
 * Waits for `work`, which writes to `folder`. When the disk is full, throws an `OperatorError` that names the folder: the errors of an open
 * file have no path.
 */
export const nameFullDisk = async <T>(folder: string, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new OperatorError(`${folder}: 디스크가 가득 찼습니다. 공간을 확보한 뒤 다시 실행해 주세요.`);
  }
};

const describeUnknown = (error: Error): string => {
  const trace = isDebugging()
    ? (error.stack ?? '')
    : '자세한 내용을 보려면 LOG_LEVEL=debug를 지정하고 다시 실행해 주세요.';
  return `예상하지 못한 오류입니다: ${error.message}\n${trace}`;
};

/** Describes in Korean errors that the operator can fix, and others by their message. */
export const describeStartError = (error: unknown): string => {
  if (isDiskFullInWasm(error)) return `DATA_DIR: ${REASONS['ENOSPC']}.`;
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OperatorError) return error.message;
  const file = findFailedPath(error);
  if (file === undefined) {
    const reason = REASONS_WITHOUT_PATH[findDatabaseError(error)?.code ?? ''];
    return reason === undefined ? describeUnknown(error) : `${reason}.`;
  }
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (isDenied(error)) return describeDenied(file, syscall);
  return `${file}: ${REASONS[code] ?? `파일을 읽거나 쓸 수 없습니다(${code})`}.`;
};
