import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Env } from '#server/env.ts';
import type { Storage } from '#server/ports/storage/storage.ts';
import { SECRET } from './archive.ts';
import { bad, good } from './finding.ts';
import type { Finding } from './finding.ts';

const OLDEST_NODE = [20, 19] as const;
const LEAST_SPACE = 2_000_000_000;
const OTHERS = 0o077;

export const examineNode = (version = process.versions.node): Finding => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return isOld
    ? bad(`Node.js ${version}`, `${OLDEST_NODE.join('.')} 이상을 설치해 주세요.`)
    : good(`Node.js ${version}`);
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const examineFolder = async (dataDir: string, leastSpace = LEAST_SPACE): Promise<Finding[]> => {
  const probe = join(dataDir, `doctor-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    return [
      bad(
        `데이터 폴더 ${dataDir}`,
        `쓸 수 없습니다. 폴더의 소유자와 권한을 확인해 주세요. (${reasonOf(error)})`,
      ),
    ];
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const space = `빈 공간 ${(free / 1e9).toFixed(1)} GB`;
  return [
    good(`데이터 폴더 ${dataDir}`),
    free < leastSpace
      ? bad(space, `${leastSpace / 1e9} GB 이상 필요합니다. 디스크 공간을 확보해 주세요.`)
      : good(space),
  ];
};

/** Secret files must be readable by their owner only; Windows has no such modes. */
const examineSecretFile = async (file: string): Promise<Finding | null> => {
  const found = await stat(file).catch(() => null);
  if (found === null || process.platform === 'win32') return null;
  return (found.mode & OTHERS) === 0
    ? good(`소유자만 읽을 수 있습니다: ${file}`)
    : bad(`다른 사용자도 읽을 수 있습니다: ${file}`, `chmod 600 ${file}`);
};

export const examineSecrets = async (env: Env, settingsFile: string): Promise<Finding[]> => {
  const files = [settingsFile, ...(env.authSecret === undefined ? [join(env.dataDir, SECRET)] : [])];
  return (await Promise.all(files.map(examineSecretFile))).filter((finding) => finding !== null);
};

export const examineStorage = async (storage: Storage): Promise<Finding> => {
  const key = `staging/doctor-${randomUUID()}.txt`;
  try {
    await storage.put(key, Buffer.from(key), 'text/plain');
    const bytes = await storage.read(key);
    await storage.delete(key);
    if (Buffer.from(bytes ?? []).toString() !== key) throw new Error('저장한 내용과 다릅니다.');
    return good('사진 저장소에서 쓰기, 읽기, 삭제를 확인했습니다');
  } catch (error) {
    return bad('사진 저장소를 사용할 수 없습니다', `주소와 키, 권한을 확인해 주세요. (${reasonOf(error)})`);
  }
};

const tryPort = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer().once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });

const isOurs = async (url: string): Promise<boolean> => {
  try {
    return (await (await fetch(`${url}/livez`, { signal: AbortSignal.timeout(3_000) })).text()) === 'ok';
  } catch {
    return false;
  }
};

export const examinePort = async ({ port, host }: Pick<Env, 'port' | 'host'>): Promise<Finding> => {
  const what = `포트 ${host}:${port}`;
  const code = await tryPort(port, host);
  if (code === null) return good(`${what}: 사용할 수 있습니다`);
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  if (code === 'EADDRINUSE' && (await isOurs(`http://${reachable}:${port}`)))
    return good(`${what}에서 서버가 실행 중입니다`);
  return bad(
    `${what}: 열 수 없습니다`,
    `PORT나 HOST를 변경하거나, 사용 중인 프로그램을 종료해 주세요. (${code})`,
  );
};
