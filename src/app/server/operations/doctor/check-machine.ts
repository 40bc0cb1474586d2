import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Env } from '#platform/server/env.ts';
import { findFreeBytes } from '#platform/server/files/free-bytes.ts';
import type { Storage } from '#platform/server/ports/storage/storage.ts';
import { SECRET } from '../backup/backup-format.ts';
import { describeStartError } from '../describe-start-error.ts';
import { fail, pass, type CheckResult } from './check-result.ts';

const MIN_NODE_VERSION = '20.19';
const MIN_FREE_BYTES = 2_000_000_000;
const OTHERS_MODE = 0o077;

export const checkNode = (version = process.versions.node): CheckResult => {
  const isOld = version.localeCompare(MIN_NODE_VERSION, 'en', { numeric: true }) < 0;
  return isOld
    ? fail(`Node.js ${version}`, `${MIN_NODE_VERSION} 이상을 설치해 주세요.`)
    : pass(`Node.js ${version}`);
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Creates the folder if it is missing, and writes and deletes a file. Null if that works. */
export const probeFolder = async (what: string, folder: string): Promise<CheckResult | null> => {
  const probe = join(folder, `doctor-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe);
    return null;
  } catch (error) {
    return fail(`${what} ${folder}`, describeStartError(error));
  }
};

export const checkFolder = async (dataDir: string, leastSpace = MIN_FREE_BYTES): Promise<CheckResult[]> => {
  const failed = await probeFolder('데이터 폴더', dataDir);
  if (failed !== null) return [failed];
  const free = await findFreeBytes(dataDir);
  const space = `빈 공간 ${(free / 1e9).toFixed(1)} GB`;
  return [
    pass(`데이터 폴더 ${dataDir}`),
    free < leastSpace
      ? fail(space, `${leastSpace / 1e9} GB 이상 필요합니다. 디스크 공간을 확보해 주세요.`)
      : pass(space),
  ];
};

/** Only their owner may have access to secret files. Windows has no such modes. */
const checkSecretFile = async (file: string): Promise<CheckResult | null> => {
  const found = await stat(file).catch(() => null);
  if (found === null || process.platform === 'win32') return null;
  try {
    await access(file, constants.R_OK);
  } catch (error) {
    return fail(`읽을 수 없습니다: ${file}`, describeStartError(error));
  }
  return (found.mode & OTHERS_MODE) === 0
    ? pass(`소유자만 읽을 수 있습니다: ${file}`)
    : fail(`다른 사용자도 읽을 수 있습니다: ${file}`, `chmod 600 ${file}`);
};

export const checkSecrets = async (env: Env, envFile: string): Promise<CheckResult[]> => {
  const files = [envFile, ...(env.authSecret === undefined ? [join(env.dataDir, SECRET)] : [])];
  return (await Promise.all(files.map(checkSecretFile))).filter((finding) => finding !== null);
};

export const checkStorage = async (storage: Storage): Promise<CheckResult> => {
  const key = `staging/doctor-${randomUUID()}.txt`;
  try {
    await storage.put(key, Buffer.from(key), 'text/plain');
    const bytes = await storage.read(key);
    await storage.delete(key);
    if (Buffer.from(bytes ?? []).toString() !== key) throw new Error('저장한 내용과 다릅니다.');
    return pass('사진 저장소에서 쓰기, 읽기, 삭제를 확인했습니다');
  } catch (error) {
    return fail('사진 저장소를 사용할 수 없습니다', `주소와 키, 권한을 확인해 주세요. (${reasonOf(error)})`);
  }
};

/** The ledger is created with its first entry, so the file may be missing. */
export const checkErasureLedger = async (file: string): Promise<CheckResult> => {
  const what = `탈퇴 기록 ${file}`;
  const isThere = (await stat(file).catch(() => null)) !== null;
  try {
    if (isThere && !(await stat(file)).isFile())
      return fail(what, 'ERASURE_LEDGER를 폴더가 아닌 파일로 지정해 주세요.');
    await access(isThere ? file : dirname(file), constants.W_OK);
    return pass(what);
  } catch (error) {
    return fail(
      what,
      `ERASURE_LEDGER를 서버가 쓸 수 있는 파일로 지정해 주세요. ${describeStartError(error)}`,
    );
  }
};

const tryPort = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer().once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });

/** The text at a URL of this machine; empty when it cannot be read. */
const fetchText = async (url: string): Promise<string> => {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(3_000) })).text();
  } catch {
    return '';
  }
};

const hasMetrics = async (port: number): Promise<boolean> =>
  (await fetchText(`http://127.0.0.1:${port}/metrics`)).includes('retention_overdue_rows');

export const checkMetricsPort = async (port: number | undefined): Promise<CheckResult | null> => {
  if (port === undefined) return null;
  const code = await tryPort(port, '127.0.0.1');
  return code === null || (code === 'EADDRINUSE' && (await hasMetrics(port)))
    ? pass(`지표 포트 ${port}`)
    : fail(
        `지표 포트 ${port}: 열 수 없습니다`,
        `METRICS_PORT를 변경하거나, 사용 중인 프로그램을 종료해 주세요. (${code})`,
      );
};

export const checkPort = async ({ port, host }: Pick<Env, 'port' | 'host'>): Promise<CheckResult> => {
  const what = `포트 ${host}:${port}`;
  const code = await tryPort(port, host);
  if (code === null) return pass(`${what}: 사용할 수 있습니다`);
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  if (code === 'EADDRINUSE' && (await fetchText(`http://${reachable}:${port}/livez`)) === 'ok')
    return pass(`${what}에서 서버가 실행 중입니다`);
  return fail(
    `${what}: 열 수 없습니다`,
    `PORT나 HOST를 변경하거나, 사용 중인 프로그램을 종료해 주세요. (${code})`,
  );
};
